import Markup

/// Counts the alignments of the cells in each column of a table.
struct ColumnAlignments {
  private var columns: [Column] = []

  private struct Column {
    var cells = 0
    var left = 0
    var center = 0
    var right = 0
  }

  mutating func add(_ alignment: ArticleBlock.Table.Alignment?, column: Int) {
    while columns.count <= column { columns.append(Column()) }
    columns[column].cells += 1
    switch alignment {
    case .left: columns[column].left += 1
    case .center: columns[column].center += 1
    case .right: columns[column].right += 1
    case nil: break
    }
  }

  /// The most frequent alignment in each column.
  var alignments: [ArticleBlock.Table.Alignment?] {
    var alignments: [ArticleBlock.Table.Alignment?] = columns.map { column in
      if 2 * column.right > column.cells { return .right }
      if 2 * column.center > column.cells { return .center }
      return 2 * column.left > column.cells ? .left : nil
    }
    while alignments.last == .some(nil) { alignments.removeLast() }
    return alignments
  }
}

extension ArticleBlock.Table.Alignment {
  /// The alignment that a cell states (https://html.spec.whatwg.org/#tables-2).
  init?(_ attributes: Attributes) {
    guard let value = attributes["align"]?.inLowerCase ?? Self.value(ofStyle: attributes["style"])
    else { return nil }
    switch value {
    case "left", "start": self = .left
    case "center": self = .center
    case "right", "end": self = .right
    default: return nil
    }
  }

  private static func value(ofStyle style: String?) -> String? {
    guard let style, style.utf8.count < 1_000 else { return nil }
    for declaration in style.inLowerCase.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, String(parts[0]).words == ["text-align"] else { continue }
      return String(parts[1]).words.first
    }
    return nil
  }
}
