import Foundation
import Markup

/// Converts the callouts of documentation tools to HTML. The text inside stays Markdown. Reads
/// fences of colons (https://docusaurus.io/docs/markdown-features/admonitions and
/// https://pandoc.org/MANUAL.html#divs-and-spans) and indented blocks
/// (https://squidfunk.github.io/mkdocs-material/reference/admonitions).
///
/// Callouts in quotes stay unchanged.
struct MarkdownCallouts {
  private let text: [UInt8]
  private var output: [UInt8] = []
  /// The open fences: the range of each line in the output, and the HTML to replace it with.
  private var fences: [(line: Range<Int>, column: Int, html: String)] = []
  /// Lines of the output with their replacements.
  private var edits: [(line: Range<Int>, html: String)] = []
  /// The column of the callout whose indented lines are being read.
  private var column: Int?
  private var hasChanges = false

  /// The nesting limit of indented callouts. Each level is read in another pass.
  private static let depthLimit = 6

  static func written(in text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<depthLimit {
      guard mayHaveCallouts(text) else { break }
      var callouts = MarkdownCallouts(text: text)
      callouts.read()
      guard callouts.hasChanges else { break }
      text = callouts.output
    }
    return text
  }

  private init(text: [UInt8]) { self.text = text }

  private static func mayHaveCallouts(_ text: [UInt8]) -> Bool {
    var (last, count) = (UInt8(0), 0)
    for byte in text where byte > 0x20 {
      count = byte == last ? count + 1 : 1
      last = byte
      if count == 3, [UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(byte) {
        return true
      }
    }
    return false
  }

  private mutating func read() {
    output.reserveCapacity(text.count)
    var lines = MarkdownLines(text, options: [.tables, .footnotes])
    while let line = lines.next() {
      if let column, !isPart(line, of: column) { endBlock(column) }
      if let column {
        appendPart(line, of: column)
      } else if !line.isQuoted, case .paragraph = line.content {
        read(line, before: lines)
      } else {
        output += text[line.range.lowerBound..<line.next]
      }
    }
    if let column { endBlock(column) }
    applyEdits()
  }

  private mutating func read(_ line: MarkdownLines.Line, before lines: MarkdownLines) {
    let content = text[line.start..<line.range.upperBound]
    if content.starts(with: "!!!".utf8) || content.starts(with: "???".utf8),
      let opening = CalloutOpening(
        indented: String(decoding: content, as: UTF8.self)), hasPart(of: line.column, in: lines)
    {
      output += text[line.range.lowerBound..<line.start]
      output += opening.html(atColumn: line.column).utf8
      output.append(UInt8(ascii: "\n"))
      column = line.column
      hasChanges = true
      return
    }
    let start = output.count
    output += text[line.range.lowerBound..<line.range.upperBound]
    if content.starts(with: ":::".utf8) { readFence(line, content, at: start..<output.count) }
    output += text[line.range.upperBound..<line.next]
  }

  // MARK: - Fences

  private mutating func readFence(
    _ line: MarkdownLines.Line, _ content: ArraySlice<UInt8>, at position: Range<Int>
  ) {
    let info = String(decoding: content.drop { $0 == UInt8(ascii: ":") }, as: UTF8.self)
      .trimmingCharacters(in: .whitespaces)
    let prefix = String(decoding: text[line.range.lowerBound..<line.start], as: UTF8.self)
    if !info.isEmpty {
      guard let opening = CalloutOpening(fenced: info) else { return }
      fences.append(
        (position, line.column, prefix + opening.html(atColumn: line.column)))
      return
    }
    guard let fence = fences.last, fence.column == line.column else { return }
    fences.removeLast()
    edits.append((fence.line, fence.html))
    edits.append((position, prefix + "</div>\n"))
    hasChanges = true
  }

  private mutating func applyEdits() {
    guard !edits.isEmpty else { return }
    edits.sort { $0.line.lowerBound < $1.line.lowerBound }
    var edited: [UInt8] = []
    edited.reserveCapacity(output.count + 100 * edits.count)
    var copied = 0
    for edit in edits {
      edited += output[copied..<edit.line.lowerBound]
      edited += edit.html.utf8
      copied = edit.line.upperBound
    }
    output = edited + output[copied...]
  }

  // MARK: - Indented blocks

  private func space(of line: MarkdownLines.Line) -> (columns: Int, end: Int) {
    var (position, columns) = (line.range.lowerBound, 0)
    while position < line.range.upperBound, text[position] == 0x20 || text[position] == 0x09 {
      columns = text[position] == 0x09 ? columns / 4 * 4 + 4 : columns + 1
      position += 1
    }
    return (columns, position)
  }

  private func isPart(_ line: MarkdownLines.Line, of column: Int) -> Bool {
    let space = space(of: line)
    return space.end == line.range.upperBound || space.columns >= column + 4
  }

  /// Whether the next line with text belongs to a callout.
  private func hasPart(of column: Int, in lines: MarkdownLines) -> Bool {
    var lines = lines
    while let line = lines.next() {
      let space = space(of: line)
      if space.end < line.range.upperBound { return space.columns >= column + 4 }
    }
    return false
  }

  private mutating func appendPart(_ line: MarkdownLines.Line, of column: Int) {
    let space = space(of: line)
    if space.end < line.range.upperBound {
      output += [UInt8](repeating: 0x20, count: space.columns - 4)
    }
    output += text[space.end..<line.next]
  }

  private mutating func endBlock(_ column: Int) {
    if let last = output.last, last != 0x0A, last != 0x0D { output.append(0x0A) }
    output += [UInt8](repeating: 0x20, count: column)
    output += "</div>\n\n".utf8
    self.column = nil
  }
}

/// The first line of a callout.
private struct CalloutOpening {
  /// Nil for a fence that isn't a callout.
  private var kind: String?
  private var title = ""

  /// Parses `!!! note "Title"`, or `???` for a collapsed callout.
  init?(indented line: String) {
    var rest = line.dropFirst(3)
    if rest.first == "+" { rest.removeFirst() }
    guard rest.first == " " else { return nil }
    rest = rest.drop { $0 == " " }
    let names = rest.prefix { $0 != "\"" }.split(separator: " ")
    guard let name = names.first, names.allSatisfy(Self.isName) else { return nil }
    kind = name.lowercased()
    let quoted = rest.drop { $0 != "\"" }.trimmingCharacters(in: .whitespaces)
    guard !quoted.isEmpty else { return }
    guard quoted.utf8.count > 1, quoted.hasSuffix("\"") else { return nil }
    title = String(quoted.dropFirst().dropLast())
  }

  /// Parses the text after the colons: `note Title`, `note[Title]`, `{.callout-note
  /// title="Title"}`.
  init?(fenced info: String) {
    var rest = info[...]
    while rest.last == ":" { rest.removeLast() }
    if rest.first == "{" {
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let attributes = rest[..<end].dropFirst()
      let names = attributes.split(separator: " ").map { $0.drop { $0 == "." } }
      kind = names.lazy.compactMap { Self.kind(of: $0) }.first
      if let start = attributes.firstRange(of: "title=\"") {
        title = String(attributes[start.upperBound...].prefix { $0 != "\"" })
      }
      rest = rest[rest.index(after: end)...]
    } else {
      let name = rest.prefix { !" [{".contains($0) }
      guard Self.isName(name) else { return nil }
      kind = Self.kind(of: name)
      rest = rest[name.endIndex...]
      if rest.first == "[", let end = rest.lastIndex(of: "]") {
        title = String(rest[..<end].dropFirst())
        rest = rest[rest.index(after: end)...]
      }
      if rest.last == "}", let start = rest.firstIndex(of: "{") { rest = rest[..<start] }
    }
    let text = rest.trimmingCharacters(in: .whitespaces)
    if title.isEmpty { title = text }
  }

  private static func isName(_ name: Substring) -> Bool {
    (1...20).contains(name.utf8.count)
      && name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
  }

  private static func kind(of name: Substring) -> String? {
    let name = name.lowercased()
    let kind = name.hasPrefix("callout-") ? String(name.dropFirst("callout-".count)) : name
    if CalloutKind.kinds.contains(kind) { return kind }
    // Collapsed blocks, and callouts without a kind.
    return ["details", "spoiler", "callout", "admonition"].contains(kind) ? "note" : nil
  }

  func html(atColumn column: Int) -> String {
    guard let kind else { return "<div>\n" }
    let indent = String(repeating: " ", count: column)
    let start = "<div data-callout=\"\(kind)\">\n"
    // Marks in the title have a meaning, but can't begin a block.
    guard let first = title.utf8.first else { return start }
    let escape = "#>-+=".utf8.contains(first) ? "\\" : ""
    return """
      \(start)
      \(indent)<div class="admonition-title">

      \(indent)\(escape)\(title)

      \(indent)</div>

      """
  }
}
