import Articles
import LinkPreview
import TerminalGrid

/// Determines the direction of an article.
struct ArticleDirection {
  private var leftToRight = 0
  private var rightToLeft = 0

  /// The direction of most of the article's letters. The language that a page states would be less
  /// reliable, because templates often leave it as English.
  static func of(_ article: Article, title: String) -> ArticleDirection {
    var direction = ArticleDirection()
    direction.count(title)
    article.blocks.visitTexts { text in
      direction.count(text)
      return true
    }
    return direction
  }

  var direction: TextDirection { rightToLeft > leftToRight ? .rightToLeft : .leftToRight }

  /// Whether any letter reads from right to left.
  var isMixed: Bool { rightToLeft > 0 }

  /// Classifies letters by their first bytes in UTF-8, which is fast, and accurate enough for a
  /// majority.
  private mutating func count(_ text: String) {
    var (left, right) = (0, 0)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0xC3...0xD5, 0xE3...0xED: left += 1
      case 0xD6...0xDF: right += 1
      case 0xA0...0xA3 where previous == 0xE0: right += 1
      default: break
      }
      previous = byte
    }
    leftToRight += left
    rightToLeft += right
  }
}

extension [ArticleBlock] {
  /// The direction of the first letter (UAX #9, rules P2 and P3). Nil without letters.
  var firstDirection: TextDirection? {
    var found: TextDirection?
    visitTexts { text in
      found = TextDirection(firstStrongIn: text)
      return found == nil
    }
    return found
  }

  /// Calls a function with each text in order, except for code and formulas.
  /// - Parameter visit: returns whether to continue.
  /// - Returns: whether all texts were visited.
  @discardableResult
  fileprivate func visitTexts(_ visit: (String) -> Bool) -> Bool {
    allSatisfy { block in
      switch block {
      case .heading(_, let content), .paragraph(let content), .picture(_, let content):
        content.visitTexts(visit)
      case .list(let list): list.items.allSatisfy { $0.visitTexts(visit) }
      case .quote(let blocks): blocks.visitTexts(visit)
      case .callout(let callout):
        callout.title.visitTexts(visit) && callout.blocks.visitTexts(visit)
      case .table(let table):
        ([table.header] + table.rows).allSatisfy { row in
          row.allSatisfy { $0.visitTexts(visit) }
        }
      case .footnotes(let notes): notes.allSatisfy { $0.blocks.visitTexts(visit) }
      case .code, .media, .formula, .rule: true
      }
    }
  }
}

extension [ArticleInline] {
  fileprivate func visitTexts(_ visit: (String) -> Bool) -> Bool {
    allSatisfy { inline in
      switch inline {
      case .text(let text): visit(text)
      case .emphasis(let content), .strong(let content), .deleted(let content),
        .link(let content, _):
        content.visitTexts(visit)
      case .code, .formula, .task, .lineBreak, .picture, .footnoteReference: true
      }
    }
  }
}
