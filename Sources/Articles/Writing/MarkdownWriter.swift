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

/// Writes inline content as CommonMark, and escapes characters that would be read as marks.
enum MarkdownInline {
  /// Where content is written.
  struct Place {
    /// The text for a line break.
    var breaks = " "
    /// Whether it's in a cell of a table, where a bar would end the cell even in code
    /// (https://github.github.com/gfm/#example-200).
    var isInTable = false
    var isInLink = false
    var isStrong = false
    var isEmphasis = false

    static let line = Place()
    static let paragraph = Place(breaks: "\\\n")
    static let cell = Place(breaks: "<br>", isInTable: true)

    /// The place with a change.
    func with<Value>(_ property: WritableKeyPath<Place, Value>, _ value: Value) -> Place {
      var place = self
      place[keyPath: property] = value
      return place
    }
  }

  /// Returns a paragraph. Its lines don't begin like another block.
  static func paragraph(_ content: [ArticleInline]) -> String {
    text(of: content, in: .paragraph).split(separator: "\n", omittingEmptySubsequences: false)
      .map { protectingStart(of: String($0)) }.joined(separator: "\n")
  }

  static func text(of content: [ArticleInline], in place: Place = .line) -> String {
    var output = ""
    for (index, inline) in content.enumerated() {
      let next = index + 1 < content.count ? first(of: content[index + 1]) : nil
      switch inline {
      case .text(let text): output += MarkdownEscape.escaped(text)
      case .lineBreak: output += place.breaks
      case .code(let code):
        let span = span(of: code)
        output += place.isInTable ? withEscapedBars(span) : span
      case .picture(let picture): output += text(of: picture, in: place)
      case .formula(let formula):
        let text = MarkdownFormula.text(of: formula, isInTable: place.isInTable)
        // A dollar sign after a digit is a price, so a formula needs a space.
        output += isDigit(output.unicodeScalars.last) ? " " + text : text
        if isDigit(next) { output += " " }
      case .task(let isDone): output += isDone ? "[x] " : "[ ] "
      case .deleted(let inner):
        output += "~~\(text(of: inner, in: place))~~"
      case .footnoteReference(let label): output += place.isInLink ? "" : reference(to: label)
      case .strong(let inner):
        let text = text(of: inner, in: place.with(\.isStrong, true))
        output += place.isStrong ? text : marked(text, "**", after: output, before: next)
      case .emphasis(let inner):
        let text = text(of: inner, in: place.with(\.isEmphasis, true))
        output += place.isEmphasis ? text : marked(text, "*", after: output, before: next)
      case .link(let inner, let url):
        let text = text(of: inner, in: place.with(\.isInLink, true).with(\.breaks, " "))
        output += place.isInLink ? text : "[\(text)](\(target(url, in: place)))"
      }
    }
    return output
  }

  /// Returns a note's reference in GitHub's syntax.
  static func reference(to label: String) -> String {
    "[^\(label.filter { $0.isLetter || $0.isNumber })]"
  }

  static func text(of picture: ArticlePicture, in place: Place = .line) -> String {
    let description = MarkdownEscape.escaped(picture.alternativeText ?? "")
    return "![\(description)](\(target(picture.url, in: place)))"
  }

  private static func target(_ url: URL, in place: Place) -> String {
    let target = MarkdownTarget(url.absoluteString).text
    return place.isInTable ? withEscapedBars(target) : target
  }

  /// Cells are separated before code and links are read, and lose one backslash before each bar.
  private static func withEscapedBars(_ text: String) -> String {
    text.replacing("|", with: "\\|")
  }

  /// Marks can't be between a letter and punctuation
  /// (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run), or beside other marks of
  /// the same kind. Such text is written without marks.
  private static func marked(
    _ text: String, _ mark: String, after: String, before: Unicode.Scalar?
  ) -> String {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return text
    }
    let previous = after.unicodeScalars.last
    let opens = isLetter(first) || previous.map { !isLetter($0) } ?? true
    let closes = isLetter(last) || before.map { !isLetter($0) } ?? true
    let joins = previous == "*" || first == "*" || last == "*"
    return opens && closes && !joins ? mark + text + mark : text
  }

  /// The first character of an inline.
  private static func first(of inline: ArticleInline) -> Unicode.Scalar? {
    if case .formula = inline { "$" } else { inline.plainText.unicodeScalars.first }
  }

  private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { ("0"..."9").contains($0) } ?? false
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      : scalar.properties.isAlphabetic
  }

  /// Returns code between backticks, one more than the code contains in a row.
  private static func span(of code: String) -> String {
    let code = code.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
    guard code.contains(where: { $0 != " " }) else { return code }
    var longest = 0
    var run = 0
    for byte in code.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let needsSpace =
      code.hasPrefix("`") || code.hasSuffix("`") || code.hasPrefix(" ") && code.hasSuffix(" ")
    return needsSpace ? "\(fence) \(code) \(fence)" : fence + code + fence
  }

  /// Escapes the beginning of another block: a heading, a quote, a list, a rule, a code block or a
  /// fence.
  static func protectingStart(of line: String) -> String {
    let line = String(line.drop { $0 == " " })
    guard let first = line.utf8.first else { return line }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "="): return "\\" + line
    // A fence of colons, as in documentation tools.
    case UInt8(ascii: ":") where line.hasPrefix(":::"): return "\\" + line
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      let rest = line.utf8.dropFirst()
      let isMarker = rest.first == nil || rest.first == 0x20 || rest.first == UInt8(ascii: "-")
      return isMarker ? "\\" + line : line
    default:
      let digits = line.utf8.prefix { $0 &- 0x30 < 10 }
      guard (1...9).contains(digits.count) else { return line }
      let rest = line.utf8.dropFirst(digits.count)
      guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"),
        rest.dropFirst().first == nil || rest.dropFirst().first == 0x20
      else { return line }
      return String(decoding: digits, as: UTF8.self) + "\\" + String(decoding: rest, as: UTF8.self)
    }
  }
}

extension [ArticleInline] {
  /// The content without emphasis, for text that's emphasized as a whole.
  var withoutEmphasis: [ArticleInline] {
    flatMap { inline -> [ArticleInline] in
      if case .emphasis(let content) = inline { content } else { [inline] }
    }
  }
}

/// Writes tables as GitHub does (https://github.github.com/gfm/#tables-extension-).
enum MarkdownTable {
  private static let columnLimit = 200

  static func lines(of table: ArticleBlock.Table) -> [String] {
    let columns = min(
      max(table.header.count, table.rows.map(\.count).max() ?? 0), columnLimit)
    guard columns > 0 else { return [] }
    let ruleLine = (0..<columns).reduce("|") { $0 + " \(rule(of: table, column: $1)) |" }
    return [line(of: table.header, columns), ruleLine] + table.rows.map { line(of: $0, columns) }
  }

  private static func rule(of table: ArticleBlock.Table, column: Int) -> String {
    guard table.alignments.indices.contains(column) else { return "---" }
    return switch table.alignments[column] {
    case .left: ":--"
    case .center: ":-:"
    case .right: "--:"
    case nil: "---"
    }
  }

  private static func line(of cells: [[ArticleInline]], _ columns: Int) -> String {
    var line = "|"
    for column in 0..<columns {
      let cell = column < cells.count ? cells[column] : []
      line += " " + MarkdownInline.text(of: cell, in: .cell) + " |"
    }
    return line
  }
}
