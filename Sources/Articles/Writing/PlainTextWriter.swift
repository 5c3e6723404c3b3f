/// Writes blocks as text without marks, separated by empty lines.
struct PlainTextWriter {
  private(set) var text = ""
  /// Whether the text ends in a note's label.
  private var isAfterLabel = false

  static func text(of blocks: [ArticleBlock]) -> String {
    var writer = PlainTextWriter()
    writer.write(blocks, separator: "\n\n")
    return writer.text
  }

  private mutating func write(_ blocks: [ArticleBlock], separator: String) {
    for block in blocks { write(block, separator: separator) }
  }

  private mutating func write(_ block: ArticleBlock, separator: String) {
    switch block {
    case .heading(_, let content), .paragraph(let content): line(content.plainText, separator)
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        write(item, separator: index == 0 ? separator : "\n")
      }
    case .quote(let blocks): write(blocks, separator: separator)
    case .code(let code, _, let caption):
      if let caption { line(caption, separator) }
      line(code, caption == nil ? separator : "\n")
    case .table(let table):
      let rows = (table.header.isEmpty ? [] : [table.header]) + table.rows
      for (index, row) in rows.enumerated() {
        line(row.map(\.plainText).joined(separator: "\t"), index == 0 ? separator : "\n")
      }
    case .callout(let callout):
      let title = callout.title.plainText
      if callout.isTitleOfKind, case .paragraph(let content)? = callout.blocks.first {
        line("\(title): \(content.plainText)", separator)
        return write(Array(callout.blocks.dropFirst()), separator: separator)
      }
      if !title.isEmpty { line(title, separator) }
      write(callout.blocks, separator: separator)
    case .formula(let formula): line(formula.displayText, separator)
    case .picture, .media, .rule: break
    case .footnotes(let notes):
      for (index, note) in notes.enumerated() {
        line("[\(note.label)] ", index == 0 ? separator : "\n")
        isAfterLabel = true
        write(note.blocks, separator: "\n")
        isAfterLabel = false
      }
    }
  }

  private mutating func line(_ line: String, _ separator: String) {
    if !text.isEmpty, !isAfterLabel { text += separator }
    isAfterLabel = false
    text += line
  }
}
