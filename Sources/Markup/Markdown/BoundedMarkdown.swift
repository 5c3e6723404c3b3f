/// Limits what cmark takes more than linear time for, since it can't be stopped. What's beyond stays as
/// text.
///
/// - An empty line is part of every list that's open, so that many of them below a deeply nested list
///   take time that grows with their product.
/// - Tables: see ``MarkdownParagraph``.
/// - Some marks within a line make it look at the rest or the start of the paragraph again; see
///   ``MarkdownCost``.
/// - Each link by reference has a copy of the address.
struct BoundedMarkdown {
  private let lines: MarkdownLines
  private let text: [UInt8]
  private let hasTables: Bool
  private var output: [UInt8] = []
  private var cost = MarkdownCost()
  private var definitions: DefinitionLimit

  /// Returns a text of which all lines stay.
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
        // What's one line of a paragraph here may be the first line of a table for the parser.
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

  /// Appends a line of bars and hyphens so that it doesn't begin a table.
  private mutating func appendWithoutRule(_ content: ArraySlice<UInt8>) {
    let hyphen = content.firstIndex(of: UInt8(ascii: "-")) ?? content.startIndex
    output += content[..<hyphen] + [Self.escape] + content[hyphen...]
  }

  /// Appends text in which marks have a meaning, as long as they don't take too much time.
  private mutating func append(_ content: ArraySlice<UInt8>) {
    var place = content.startIndex
    while place < content.endIndex {
      let next = place + 1 < content.endIndex ? content[place + 1] : 0x0A
      let isEscaped = content[place] == Self.escape && MarkdownRow.isPunctuation(next)
      if cost.isTooHigh {
        if MarkdownCost.isMark(content[place]) { output.append(Self.escape) }
      } else if isEscaped {
        output.append(Self.escape)
        place += 1
        cost.add(0x20, before: 0x20)
      } else {
        cost.add(content[place], before: next)
      }
      output.append(content[place])
      place += 1
    }
  }

  private static let escape = UInt8(ascii: "\\")

  // MARK: - Nesting

  /// The most marks of lists and quotations at the beginning of a line, and columns of white space
  /// between them. Nobody nests that deeply.
  private static let marksLimit = 20
  private static let spaceLimit = 80

  /// Returns a text in which no line begins with more of them.
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
    var place = cursor.position
    var (marks, spaces) = (0, 0)
    while place < cursor.end {
      let byte = text[place]
      if byte == 0x20 || byte == 0x09 {
        spaces += byte == 0x09 ? 4 : 1
        if spaces <= spaceLimit { output.append(byte) }
        place += 1
        continue
      }
      let note = options.contains(.footnotes) ? cursor.footnoteMark(at: place) : nil
      let length =
        byte == UInt8(ascii: ">")
        ? 1 : note ?? cursor.listMark(at: place, interruptsParagraph: false)
      guard let length else { break }
      marks += 1
      if marks <= marksLimit { output += text[place..<place + length] }
      place += length
    }
    output += text[place..<cursor.end]
  }
}

/// Adds up what cmark may do for a paragraph, a heading or a row.
struct MarkdownCost {
  /// How many steps may be taken besides those for each byte. Only long paragraphs with hundreds of
  /// marks need more.
  private static let limit = 60_000
  private static let limitPerByte = 8

  private var length = 0
  private var steps = 0
  /// Runs of marks for emphasis, and beginnings of images, each of which may be visited for each
  /// link.
  private var marks = 0
  /// What may begin with `<?` or `<!`, for whose end the rest of the paragraph is searched.
  private var searches = 0
  private var last: UInt8 = 0

  private(set) var isTooHigh = false

  mutating func add(_ byte: UInt8, before next: UInt8) {
    length += 1
    steps += searches
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      guard byte != last else { break }
      // One that may end emphasis is compared with those before it.
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

/// Limits the definitions of links, whose address and title are copied for each link
/// (https://spec.commonmark.org/0.31.2/#link-reference-definitions).
private struct DefinitionLimit {
  /// How many bytes of copies there may be.
  private static let copiesLimit = 16 << 20
  private static let shortest = 64

  private let lengthLimit: Int
  private var part = Part.none
  /// Where the current one begins in the output, and how long it is.
  private var start = 0
  private var length = 0

  /// What's missing of a definition.
  private enum Part: Equatable {
    /// Nothing can be one.
    case none
    /// It may be whole.
    case nothing
    case label, address
    /// The mark that ends its title.
    case title(UInt8)
  }

  init(links: Int) { lengthLimit = max(Self.shortest, Self.copiesLimit / (links + 1)) }

  /// Returns where a definition begins that's too long with this line, so that it mustn't be one.
  mutating func start(of line: ArraySlice<UInt8>, at place: Int, isFirst: Bool) -> Int? {
    if isFirst { part = .nothing }
    switch part {
    case .none: return nil
    case .nothing where line.first == UInt8(ascii: "["):
      (start, length) = (place, 0)
      part = Self.missing(inLabel: line)
    case .nothing:
      // A title may begin in a line of its own.
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
  /// A row without the cells that no table has a column for.
  static func shortened(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bars = 0
    for place in row.indices where row[place] == UInt8(ascii: "|") {
      bars += 1
      if bars > 2 * MarkdownParagraph.columnsLimit { return row[..<place] }
    }
    return row
  }
}

extension Collection<UInt8> {
  /// With `[\^` for `[&#94;` and the like, because cmark takes the reference for a caret as the mark of
  /// a note, and then reads beyond its single byte.
  fileprivate var withoutHiddenCarets: [UInt8] {
    let text = Array(self)
    var output: [UInt8] = []
    var copied = 0
    for place in text.indices.dropLast()
    where text[place] == UInt8(ascii: "[") && text[place + 1] == UInt8(ascii: "&") {
      let rest = text[(place + 1)...].prefix(12)
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { continue }
      let reference = String(decoding: rest[..<end], as: UTF8.self)
      let number = reference.dropFirst(3).drop { $0 == "0" }
      let isCaret =
        reference == "&Hat" || reference.hasPrefix("&#") && Int(reference.dropFirst(2)) == 94
        || reference.lowercased().hasPrefix("&#x") && number.lowercased() == "5e"
      guard isCaret else { continue }
      output += text[copied...place] + [UInt8(ascii: "\\"), UInt8(ascii: "^")]
      copied = end + 1
    }
    return copied == 0 ? text : output + text[copied...]
  }
}
