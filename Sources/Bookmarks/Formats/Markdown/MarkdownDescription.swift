import Markup

/// The description of an entry in a list or a table.
///
/// Lists write it behind the link and a dash. Between the two may stand other addresses of the entry,
/// its author or a badge. Tables have it in a column of its own.
struct MarkdownDescription {
  /// The text behind a dash or a colon, or in a column of descriptions.
  private(set) var marked: String?
  /// The text behind the link, if there's no mark and no other link.
  private(set) var unmarked: String?

  /// - Parameters:
  ///   - columns: those of the last table, which are measured once.
  ///   - isEntry: whether a link is an entry of its own, whose description isn't this one's.
  init(
    of link: MarkdownNode, columns: inout MarkdownColumns?, isEntry: (MarkdownNode) -> Bool
  ) {
    var node = link
    while let parent = node.parent, [.emphasis, .strong, .deleted].contains(parent.kind) {
      node = parent
    }
    guard let block = node.parent else { return }
    let isItem = block.kind == .paragraph && block.parent?.kind == .item
    if isItem || block.kind == .cell { read(after: node, isEntry) }
    guard block.kind == .cell, marked == nil, let row = block.parent, let table = row.parent,
      row.children.lazy.compactMap(\.firstLink).first == link
    else { return }
    if columns?.table != table { columns = MarkdownColumns(table) }
    marked = columns?.description(in: row, of: block)
  }

  private mutating func read(after node: MarkdownNode, _ isEntry: (MarkdownNode) -> Bool) {
    var before = ""
    var description: String?
    var hasLink = false
    var brackets = 0
    var next = node.next
    while let node = next {
      next = node.next
      if node.kind == .text, description == nil {
        let text = Array(node.text)
        if let mark = Self.mark(in: text, isFirst: PlainText.isBlank(before) && !hasLink, &brackets)
        {
          description = String(text[(mark + 1)...])
        } else {
          before += node.text
        }
        continue
      }
      if node.kind == .link, isEntry(node) {
        hasLink = true
        break
      }
      hasLink = hasLink || node.kind == .link || node.kind == .inlineHTML
      if description != nil { description? += node.inlineText } else { before += node.inlineText }
    }
    marked = description.flatMap { PlainText.folded($0, limit: TextLimit.summary) }
    if !hasLink { unmarked = PlainText.folded(before, limit: TextLimit.summary) }
  }

  /// Finds the dash before a description: outside of brackets and between spaces. A colon counts only
  /// right behind the link.
  private static func mark(in text: [Character], isFirst: Bool, _ brackets: inout Int) -> Int? {
    for (index, character) in text.enumerated() {
      switch character {
      case "(", "[", "{": brackets += 1
      case ")", "]", "}": brackets = max(0, brackets - 1)
      case "-", "–", "—", ":":
        let isSpaced = index == 0 || text[index - 1].isWhitespace
        let isEnd = index + 1 == text.count || text[index + 1].isWhitespace
        let isStart = isFirst && text[..<index].allSatisfy(\.isWhitespace)
        if brackets == 0, isEnd, isStart || character != ":" && isSpaced { return index }
      default: break
      }
    }
    return nil
  }
}

/// The columns of a table, by the length of their texts.
struct MarkdownColumns {
  let table: MarkdownNode
  private var lengths: [Int] = []
  private var haveWords: [Bool] = []

  /// Some rows show what the columns are.
  private static let rowLimit = 20

  init(_ table: MarkdownNode) {
    self.table = table
    for row in table.children.prefix(Self.rowLimit) {
      for (column, cell) in row.children.enumerated() {
        let text = cell.inlineText
        if column == lengths.count {
          lengths.append(0)
          haveWords.append(false)
        }
        lengths[column] += text.count
        haveWords[column] =
          haveWords[column] || text.split(whereSeparator: \.isWhitespace).count > 1
      }
    }
  }

  /// Returns the text beside a cell in the column with the longest texts, if that has more than
  /// single words.
  func description(in row: MarkdownNode, of cell: MarkdownNode) -> String? {
    let cells = Array(row.children)
    let columns = zip(cells.indices, cells).filter {
      $1 != cell && haveWords.indices.contains($0) && haveWords[$0]
    }
    let longest = columns.max { lengths[$0.0] < lengths[$1.0] }
    return longest.flatMap { PlainText.folded($0.1.inlineText, limit: TextLimit.summary) }
  }
}

extension MarkdownNode {
  fileprivate var children: some Sequence<MarkdownNode> {
    sequence(first: firstChild) { $0?.next }.lazy.prefix { $0 != nil }.compactMap(\.self)
  }

  /// The first link in the node.
  fileprivate var firstLink: MarkdownNode? {
    kind == .link ? self : children.lazy.compactMap(\.firstLink).first
  }

  /// The text without pictures and markup.
  fileprivate var inlineText: String {
    switch kind {
    case .text, .inlineCode: text
    case .softBreak, .lineBreak: " "
    case .picture, .inlineHTML: ""
    default: children.map(\.inlineText).joined()
    }
  }
}
