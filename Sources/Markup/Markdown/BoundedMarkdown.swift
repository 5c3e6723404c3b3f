/// Limits the constructs that take cmark more than linear time, because cmark can't be cancelled.
/// Constructs beyond the limits become plain text.
///
/// - Lists: an empty line belongs to every open list, so many empty lines below a deeply nested
///   list take time proportional to their product.
/// - Tables: see ``MarkdownParagraph``.
/// - Marks that make cmark search the paragraph again: see ``MarkdownCost``.
/// - Reference links: each copies its address.
struct BoundedMarkdown {
  private let lines: MarkdownLines
  private let text: [UInt8]
  private let hasTables: Bool
  private var output: [UInt8] = []
  private var cost = MarkdownCost()
  private var definitions: DefinitionLimit

  /// Returns the bounded text, with the same lines.
  static func text(
    _ text: some Collection<UInt8>, options: MarkdownLines.Options = []
  ) -> [UInt8] {
    var bounded = BoundedMarkdown(
      withShallowLines(text.withoutHiddenCarets, options), options: options)
    bounded.read()
    return bounded.output
  }

  private init(_ text: [UInt8], options: MarkdownLines.Options) {
    self.text = text
    lines = MarkdownLines(text, options: options)
    hasTables = options.contains(.tables)
    definitions = DefinitionLimit(links: text.count { $0 == UInt8(ascii: "]") })
    output.reserveCapacity(text.count)
  }

  private mutating func read() {
    var lines = lines
    while let line = lines.next() {
      output += text[line.range.lowerBound..<line.start]
      let content = text[line.start..<line.range.upperBound]
      switch line.content {
      case .paragraph(let isFirst):
        if isFirst { cost = MarkdownCost() }
        // A line that continues a paragraph here may begin a table in cmark.
        if hasTables, !isFirst, MarkdownRow.mayBeDelimiter(content) {
          appendWithoutRule(content)
          break
        }
        if let start = definitions.start(of: content, at: output.count, isFirst: isFirst) {
          output.insert(Self.escape, at: start)
        }
        append(content)
      case .row:
        cost = MarkdownCost()
        if MarkdownRow.mayBeDelimiter(content) {
          appendWithoutRule(MarkdownRow.shortened(content))
        } else {
          append(MarkdownRow.shortened(content))
        }
      case .heading:
        cost = MarkdownCost()
        append(content)
      case .blank, .rule, .delimiterRow, .fence, .code, .html: output += content
      }
      output += text[line.range.upperBound..<line.next]
    }
  }

  /// Appends a line of bars and hyphens with an escape, so that it doesn't begin a table.
  private mutating func appendWithoutRule(_ content: ArraySlice<UInt8>) {
    let hyphen = content.firstIndex(of: UInt8(ascii: "-")) ?? content.startIndex
    output += content[..<hyphen] + [Self.escape] + content[hyphen...]
  }

  /// Appends text with its marks. Escapes the marks once they'd take too much time.
  private mutating func append(_ content: ArraySlice<UInt8>) {
    var position = content.startIndex
    while position < content.endIndex {
      let next = position + 1 < content.endIndex ? content[position + 1] : 0x0A
      let isEscaped = content[position] == Self.escape && MarkdownEscape.isPunctuation(next)
      if cost.isTooHigh {
        if MarkdownCost.isMark(content[position]) { output.append(Self.escape) }
      } else if isEscaped {
        output.append(Self.escape)
        position += 1
        cost.add(0x20, before: 0x20)
      } else {
        cost.add(content[position], before: next)
      }
      output.append(content[position])
      position += 1
    }
  }

  private static let escape = UInt8(ascii: "\\")

  // MARK: - Nesting

  /// The most list and quote marks at the beginning of a line, and the most columns of white space
  /// between them. Nobody nests more deeply.
  private static let marksLimit = 20
  private static let spaceLimit = 80

  /// Returns the text without the marks and spaces beyond these limits.
  private static func withShallowLines(
    _ text: [UInt8], _ options: MarkdownLines.Options
  ) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      let cursor = MarkdownCursor(start..<end, of: text)
      append(cursor, options, to: &output)
      if end < text.count { output.append(text[end]) }
      start = end + 1
    }
    return output
  }

  private static func append(
    _ cursor: MarkdownCursor, _ options: MarkdownLines.Options, to output: inout [UInt8]
  ) {
    let text = cursor.text
    var position = cursor.position
    var (marks, spaces) = (0, 0)
    while position < cursor.end {
      let byte = text[position]
      if byte == 0x20 || byte == 0x09 {
        spaces += byte == 0x09 ? 4 : 1
        if spaces <= spaceLimit { output.append(byte) }
        position += 1
        continue
      }
      let note = options.contains(.footnotes) ? cursor.footnoteMark(at: position) : nil
      let length =
        byte == UInt8(ascii: ">")
        ? 1 : note ?? cursor.listMark(at: position, interruptsParagraph: false)
      guard let length else { break }
      marks += 1
      if marks <= marksLimit { output += text[position..<position + length] }
      position += length
    }
    output += text[position..<cursor.end]
  }
}

/// Estimates cmark's steps for a paragraph, a heading or a row.
struct MarkdownCost {
  /// The allowed number of steps, besides the steps for each byte. Only long paragraphs with
  /// hundreds of marks need more.
  private static let limit = 60_000
  private static let limitPerByte = 8

  private var length = 0
  private var steps = 0
  /// Emphasis marks and beginnings of images. cmark may visit each of them for each link.
  private var marks = 0
  /// Possible beginnings of `<?` or `<!` constructs. For each, cmark searches the remaining
  /// paragraph for the end.
  private var searches = 0
  private var last: UInt8 = 0

  private(set) var isTooHigh = false

  mutating func add(_ byte: UInt8, before next: UInt8) {
    length += 1
    steps += searches
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      guard byte != last else { break }
      // A mark that may end emphasis is compared with earlier marks.
      if last > 0x20 { steps += marks }
      marks += 1
    case UInt8(ascii: "["): if last == UInt8(ascii: "!") { marks += 1 }
    case UInt8(ascii: "]"): steps += marks
    case UInt8(ascii: "<"):
      if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") { searches += 1 }
    default: break
    }
    last = byte
    isTooHigh = steps > Self.limit + Self.limitPerByte * length
  }

  static func isMark(_ byte: UInt8) -> Bool { "\\`*_[]<>!&~^".utf8.contains(byte) }
}

/// Limits link definitions, because each link copies the address and title
/// (https://spec.commonmark.org/0.31.2/#link-reference-definitions).
private struct DefinitionLimit {
  /// The allowed number of copied bytes.
  private static let copiesLimit = 16 << 20
  private static let shortest = 64

  private let lengthLimit: Int
  private var part = Part.none
  /// The start and the length of the current definition in the output.
  private var start = 0
  private var length = 0

  /// The missing part of a definition.
  private enum Part: Equatable {
    /// No definition can be open here.
    case none
    /// The definition may be complete.
    case nothing
    case label, address
    /// The mark that ends the title.
    case title(UInt8)
  }

  init(links: Int) { lengthLimit = max(Self.shortest, Self.copiesLimit / (links + 1)) }

  /// Returns the start of a definition that exceeds the limit with this line, so that it has to be
  /// escaped.
  mutating func start(of line: ArraySlice<UInt8>, at position: Int, isFirst: Bool) -> Int? {
    if isFirst { part = .nothing }
    switch part {
    case .none: return nil
    case .nothing where line.first == UInt8(ascii: "["):
      (start, length) = (position, 0)
      part = Self.missing(inLabel: line)
    case .nothing:
      // A title may be on a line of its own.
      guard !isFirst, let mark = Self.titleEnd(line.first) else {
        part = .none
        return nil
      }
      part = line.dropFirst().contains(mark) ? .nothing : .title(mark)
    case .label: part = Self.missing(inLabel: line)
    case .address: part = Self.missing(inAddress: line)
    case .title(let mark): if line.contains(mark) { part = .nothing }
    }
    length += line.count + 1
    guard length > lengthLimit, part != .label, part != .none else { return nil }
    part = .none
    return start
  }

  private static func missing(inLabel line: ArraySlice<UInt8>) -> Part {
    var isEscaped = false
    let bracket = line.firstIndex { byte in
      if byte == UInt8(ascii: "]"), !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return false
    }
    guard let bracket else { return .label }
    let rest = line[(bracket + 1)...]
    return rest.first == UInt8(ascii: ":") ? missing(inAddress: rest.dropFirst()) : .none
  }

  private static func missing(inAddress text: ArraySlice<UInt8>) -> Part {
    let parts = text.split(maxSplits: 1, whereSeparator: { $0 == 0x20 || $0 == 0x09 })
    guard parts.count == 2, let mark = titleEnd(parts[1].first) else {
      return parts.isEmpty ? .address : .nothing
    }
    return parts[1].dropFirst().contains(mark) ? .nothing : .title(mark)
  }

  private static func titleEnd(_ start: UInt8?) -> UInt8? {
    switch start {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): start
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: nil
    }
  }
}

extension MarkdownRow {
  /// Returns a row without the cells beyond the column limit.
  static func shortened(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bars = 0
    for position in row.indices where row[position] == UInt8(ascii: "|") {
      bars += 1
      if bars > 2 * MarkdownParagraph.columnsLimit { return row[..<position] }
    }
    return row
  }
}

extension Collection<UInt8> {
  /// The text with `[\^` in place of `[&#94;` and similar references. cmark takes such a reference
  /// to a caret for a note's mark, and then reads beyond its single byte.
  fileprivate var withoutHiddenCarets: [UInt8] {
    let text = Array(self)
    var output: [UInt8] = []
    var copied = 0
    for position in text.indices.dropLast()
    where text[position] == UInt8(ascii: "[") && text[position + 1] == UInt8(ascii: "&") {
      let rest = text[(position + 1)...].prefix(12)
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { continue }
      let reference = String(decoding: rest[..<end], as: UTF8.self)
      let number = reference.dropFirst(3).drop { $0 == "0" }
      let isCaret =
        reference == "&Hat" || reference.hasPrefix("&#") && Int(reference.dropFirst(2)) == 94
        || reference.lowercased().hasPrefix("&#x") && number.lowercased() == "5e"
      guard isCaret else { continue }
      output += text[copied...position] + [UInt8(ascii: "\\"), UInt8(ascii: "^")]
      copied = end + 1
    }
    return copied == 0 ? text : output + text[copied...]
  }
}
