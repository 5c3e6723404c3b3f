import Foundation
import Markup

/// Writes blocks as CommonMark (https://spec.commonmark.org/0.31.2/), with tables and footnotes as
/// GitHub writes them.
struct MarkdownWriter {
  private(set) var text = ""
  /// The prefix of every line, such as `> ` in a quote.
  private var prefix = ""
  /// The prefix of the next line, such as `- ` for an item.
  private var marker: String?
  private var isAtStart = true

  static func text(of blocks: [ArticleBlock]) -> String {
    var writer = MarkdownWriter()
    writer.write(blocks, isTight: false)
    return writer.text
  }

  private mutating func write(_ blocks: [ArticleBlock], isTight: Bool) {
    var isAfterNumbered: Bool?
    for block in blocks {
      // Two lists of the same kind in a row would become one.
      var isNumbered: Bool?
      if case .list(let list) = block { isNumbered = list.start != nil }
      separate(isTight: isTight)
      if let isNumbered, isNumbered == isAfterNumbered {
        line("<!-- -->")
        separate(isTight: false)
      }
      isAfterNumbered = isNumbered
      write(block)
    }
  }

  private mutating func write(_ block: ArticleBlock) {
    switch block {
    case .heading(let level, let content):
      let text = MarkdownInline.text(of: content)
      line(String(repeating: "#", count: min(max(level, 1), 6)) + " " + text)
    case .paragraph(let content): lines(MarkdownInline.paragraph(content))
    case .list(let list): write(list)
    case .quote(let blocks): nested(marker: "> ", prefix: "> ") { $0.write(blocks, isTight: false) }
    case .callout(let callout):
      nested(marker: "> ", prefix: "> ") { writer in
        // The kind is shown anyway.
        let title =
          callout.title.plainText.inLowerCase == callout.kind
          ? "" : MarkdownInline.text(of: callout.title)
        writer.line("[!\(callout.kind)]" + (title.isEmpty ? "" : " " + title))
        for (index, block) in callout.blocks.enumerated() {
          if index > 0 { writer.separate(isTight: false) }
          writer.write(block)
        }
      }
    case .code(let code, let language, let caption): write(code, language, caption: caption)
    case .formula(let formula):
      line("$$")
      lines(formula.tex)
      line("$$")
    case .media(let media):
      line(MarkdownInline.text(of: [.link([.text(media.label)], media.url)]))
    case .table(let table): for row in MarkdownTable.lines(of: table) { line(row) }
    case .picture(let picture, let caption):
      line(MarkdownInline.text(of: picture))
      if !caption.isEmpty {
        separate(isTight: false)
        lines(MarkdownInline.paragraph([.emphasis(caption.withoutEmphasis)]))
      }
    case .rule: line("---")
    case .footnotes(let notes):
      for (index, note) in notes.enumerated() {
        if index > 0 { separate(isTight: true) }
        nested(marker: MarkdownInline.reference(to: note.label) + ": ", prefix: "    ") {
          $0.write(note.blocks, isTight: false)
        }
      }
    }
  }

  private mutating func write(_ list: ArticleBlock.List) {
    let isTight = list.items.allSatisfy { item in
      item.count == 1
        || item.count == 2 && { if case .list = item[1] { true } else { false } }()
    }
    for (index, item) in list.items.enumerated() {
      if index > 0 { separate(isTight: isTight) }
      // A number of more than nine digits isn't a list marker.
      let marker = list.number(at: index).map { "\(min(max(0, $0), 999_999_999)). " } ?? "- "
      let indent = String(repeating: " ", count: marker.utf8.count)
      if item.isEmpty {
        line(marker.trimmingCharacters(in: .whitespaces))
      } else {
        nested(marker: marker, prefix: indent) { $0.write(item, isTight: isTight) }
      }
    }
  }

  private mutating func write(_ code: String, _ language: String?, caption: String?) {
    // The fence has to be longer than any run of backticks in the code.
    var longest = 0
    var run = 0
    for byte in code.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    // The first word is the language, so code without a language needs the name `text` before the
    // caption.
    let info = caption.map { "\(language ?? "text") title=\"\(CodeCaption.quotable($0))\"" }
    line(fence + (info ?? language ?? ""))
    for part in code.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    line(fence)
  }

  // MARK: - Lines

  private mutating func nested(
    marker: String, prefix: String, _ write: (inout MarkdownWriter) -> Void
  ) {
    let outer = self.prefix
    // The block begins after another block's marker, such as a quote in an item.
    self.marker = (self.marker ?? outer) + marker
    self.prefix = outer + prefix
    write(&self)
    self.prefix = outer
    self.marker = nil
  }

  /// Separates the next block from the previous one, unless nothing was written since the marker.
  private mutating func separate(isTight: Bool) {
    guard marker == nil, !isAtStart else { return }
    if !isTight { line("") }
  }

  private mutating func lines(_ text: String) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
  }

  private mutating func line(_ line: String) {
    if !isAtStart { text += "\n" }
    isAtStart = false
    let start = marker ?? prefix
    marker = nil
    if line.isEmpty {
      var end = start[...]
      while end.last == " " { end.removeLast() }
      text += end
    } else {
      text += start + line
    }
  }
}
