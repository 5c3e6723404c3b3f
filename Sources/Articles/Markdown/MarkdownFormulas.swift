import Foundation
import Markup

/// Converts the formulas of a Markdown text to HTML, so that Markdown doesn't interpret their
/// characters. Reads `$…$`, `` $`…`$ `` and `$$…$$` as GitHub does
/// (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/writing-mathematical-expressions).
struct MarkdownFormulas {
  private let text: [UInt8]
  private var output: [UInt8] = []
  /// The lines of the current paragraph.
  private var lines: [MarkdownLines.Line] = []

  private static let dollar = UInt8(ascii: "$")

  static func written(in text: [UInt8]) -> [UInt8] {
    guard text.contains(dollar) else { return text }
    var formulas = MarkdownFormulas(text: text)
    formulas.read()
    return formulas.output
  }

  private init(text: [UInt8]) { self.text = text }

  private mutating func read() {
    output.reserveCapacity(text.count)
    var rest = MarkdownLines(text, options: [.tables, .footnotes])
    while let line = rest.next() {
      if case .paragraph(let isFirst) = line.content {
        if isFirst { writeLines() }
        if let display = display(at: line, before: rest) {
          writeLines()
          write(display, at: line)
          while let skipped = rest.next(), skipped.range.upperBound < display.end {}
          continue
        }
        lines.append(line)
        continue
      }
      writeLines()
      switch line.content {
      case .heading, .row:
        lines = [line]
        writeLines()
      default: output += text[line.range.lowerBound..<line.next]
      }
    }
    writeLines()
  }

  // MARK: - On lines of their own

  private struct Display {
    var tex: ArraySlice<UInt8>
    /// The end of the formula's last line.
    var end: Int
    /// The text after the formula in that line.
    var rest: ArraySlice<UInt8>
  }

  /// Returns the formula that begins in a line and ends in a later one. Lines in between can look
  /// like any block.
  private func display(at line: MarkdownLines.Line, before next: MarkdownLines) -> Display? {
    let content = text[line.start..<line.range.upperBound]
    guard content.starts(with: "$$".utf8), !line.isQuoted else { return nil }
    let start = line.start + 2
    let limit = min(text.count, start + TeXSource.lengthLimit)
    var position = start
    while position + 1 < limit {
      if text[position] == Self.dollar, text[position + 1] == Self.dollar {
        // A formula on a single line may have text after it, so it's read within its paragraph.
        guard position >= line.range.upperBound else { return nil }
        let end = text[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        return Display(tex: text[start..<position], end: end, rest: text[(position + 2)..<end])
      }
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private mutating func write(_ display: Display, at line: MarkdownLines.Line) {
    output += text[line.range.lowerBound..<line.start]
    output += "<div class=\"math display\">\\[".utf8
    Self.append(display.tex, to: &output)
    output += "\\]</div>\n\n".utf8
    if display.rest.contains(where: { $0 > 0x20 }) {
      output += [UInt8](repeating: 0x20, count: line.column) + display.rest.drop { $0 <= 0x20 }
    }
    output.append(0x0A)
  }

  /// Appends a formula with its punctuation as character references, which have no meaning in
  /// Markdown.
  private static func append(_ tex: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for byte in tex {
      if MarkdownEscape.isPunctuation(byte) || byte == 0x0A || byte == 0x0D {
        output += "&#\(byte);".utf8
      } else {
        output.append(byte)
      }
    }
  }

  // MARK: - Within lines

  private mutating func writeLines() {
    guard let first = lines.first else { return }
    defer { lines = [] }
    guard lines.contains(where: { text[$0.start..<$0.range.upperBound].contains(Self.dollar) })
    else {
      for line in lines { output += text[line.range.lowerBound..<line.next] }
      return
    }
    var content: [UInt8] = []
    for (position, line) in lines.enumerated() {
      if position > 0 { content.append(0x0A) }
      content += text[line.start..<line.range.upperBound]
    }
    let isRow = first.content == .row || lines.count == 1 && content.contains(UInt8(ascii: "|"))
    var spans = FormulaSpans(text: content, isRow: isRow)
    let written = spans.written().split(separator: 0x0A, omittingEmptySubsequences: false)
    for (line, content) in zip(lines, written) {
      output += text[line.range.lowerBound..<line.start]
      output += content
      output += text[line.range.upperBound..<line.next]
    }
  }

  /// Finds the formulas in the text of a paragraph, a heading or a row.
  private struct FormulaSpans {
    let text: [UInt8]
    /// Whether the text is a table row, in which a bar ends a cell.
    let isRow: Bool
    private var output: [UInt8] = []
    /// The last position of each length of backtick run.
    private var lastTicks: [Int: Int] = [:]
    private var hasDisplayEnd = true

    init(text: [UInt8], isRow: Bool) {
      self.text = text
      self.isRow = isRow
      var position = 0
      while position < text.count {
        let count = text[position...].prefix { $0 == UInt8(ascii: "`") }.count
        if count > 0 { lastTicks[count] = position }
        position += max(1, count)
      }
    }

    /// Returns the text with its formulas converted. The number of lines stays the same.
    mutating func written() -> [UInt8] {
      var position = 0
      while position < text.count {
        let next = end(at: position)
        output += text[position..<next]
        position = next
        if position < text.count, text[position] == dollar {
          let end = writeFormula(at: position)
          if end == position {
            let signs = text[position...].prefix { $0 == dollar }
            output += signs
            position = signs.endIndex
          } else {
            position = end
          }
        }
      }
      return output
    }

    /// The end of the element at a position: code, a tag or an escape. No formula can begin inside.
    private func end(at position: Int) -> Int {
      switch text[position] {
      case dollar: return position
      case UInt8(ascii: "\\"): return min(text.count, position + 2)
      case UInt8(ascii: "`"):
        let count = text[position...].prefix { $0 == UInt8(ascii: "`") }.count
        var end = position + count
        guard let last = lastTicks[count], last > position else { return end }
        while end < text.count {
          let other = text[end...].prefix { $0 == UInt8(ascii: "`") }.count
          end += max(1, other)
          if other == count { return end }
        }
        return end
      case UInt8(ascii: "<"):
        let tag = text[position...].prefix(2_000).prefix { $0 != UInt8(ascii: ">") }
        let isTag = tag.dropFirst().first.map { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2F } ?? false
        return isTag && tag.endIndex < text.count && tag.count < 2_000 ? tag.endIndex : position + 1
      default: return position + 1
      }
    }

    private var dollar: UInt8 { MarkdownFormulas.dollar }

    /// - Returns: the end of the formula at a position, or the position itself if there's none.
    private mutating func writeFormula(at position: Int) -> Int {
      let before = position > 0 ? text[position - 1] : 0x20
      guard let next = text[position...].dropFirst().first else { return position }
      if next == dollar {
        guard hasDisplayEnd else { return position }
        guard let end = displayEnd(from: position + 2) else {
          hasDisplayEnd = false
          return position
        }
        return write(position + 2..<end, isDisplay: true) ? end + 2 : position
      }
      guard !isWordByte(before), next > 0x20 else { return position }
      if next == UInt8(ascii: "`") {
        let code = text[(position + 2)...].prefix { $0 != UInt8(ascii: "`") }
        if code.count < TeXSource.lengthLimit, text[code.endIndex...].dropFirst().first == dollar,
          write(code.startIndex..<code.endIndex, isDisplay: false)
        {
          return code.endIndex + 2
        }
      }
      guard let end = inlineEnd(from: position + 1),
        write(position + 1..<end, isDisplay: false)
      else { return position }
      return end + 1
    }

    private func displayEnd(from start: Int) -> Int? {
      var position = start
      while position + 1 < text.count {
        if text[position] == dollar, text[position + 1] == dollar { return position }
        if isRow, text[position] == UInt8(ascii: "|") { return nil }
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      return nil
    }

    /// Returns the dollar sign that ends a formula: the next one, or none. Prices aren't formulas:
    /// "from $5 to $6".
    private func inlineEnd(from start: Int) -> Int? {
      var position = start
      while position < text.count, text[position] != dollar {
        if isRow, text[position] == UInt8(ascii: "|") { return nil }
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard position < text.count, text[position - 1] > 0x20 else { return nil }
      let after = position + 1 < text.count ? text[position + 1] : 0x20
      return isWordByte(after) || after == dollar ? nil : position
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == dollar
    }

    private mutating func write(_ range: Range<Int>, isDisplay: Bool) -> Bool {
      var tex = text[range]
      if isRow { tex.removeEscapedBars() }
      guard TeXSource.formula(String(decoding: tex, as: UTF8.self), keepsLines: false) != nil else {
        return false
      }
      output += "<span class=\"math \(isDisplay ? "display" : "inline")\">".utf8
      output += (isDisplay ? "&#92;&#91;" : "&#92;&#40;").utf8
      MarkdownFormulas.append(tex, to: &output)
      output += (isDisplay ? "&#92;&#93;" : "&#92;&#41;").utf8
      output += "</span>".utf8
      // Keeps the number of lines, so that each keeps its quote and list marks.
      for byte in text[range] where byte == 0x0A { output.append(byte) }
      return true
    }
  }
}

extension ArraySlice<UInt8> {
  /// Replaces `\|` with a bar, as in a table row.
  fileprivate mutating func removeEscapedBars() {
    var unescaped: [UInt8] = []
    for byte in self {
      if byte == UInt8(ascii: "|"), unescaped.last == UInt8(ascii: "\\") { unescaped.removeLast() }
      unescaped.append(byte)
    }
    self = unescaped[...]
  }
}
