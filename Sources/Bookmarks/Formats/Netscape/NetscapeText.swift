import Markup

/// Escapes what isn't markup in a bookmark file, before the file is read as HTML.
///
/// Programs such as buku, linkding, Shaarli and Delicious write titles and notes as they are. By the
/// rules of HTML, a title such as `The <script> element` would swallow all links after it. Therefore
/// only the elements that the format and its notes consist of have tags, comments and document types
/// begin only at the start of a line, and any other `<` is text.
struct NetscapeText {
  private enum Markup {
    case text
    case complete(end: Int)
    case open
  }

  /// The bytes from a `<` on, until it's clear what it begins.
  private var held: [UInt8] = []
  /// Whether only white space precedes the next byte in its line.
  private var isAtLineStart = true

  /// Markup that's longer is text. Browsers write icons of some thousand bytes into tags.
  private static let tagLimit = 4 << 20
  private static let commentLimit = 65_536

  /// Returns the next bytes of the file with each `<` that's text as `&lt;`. Keeps an unfinished tag
  /// for the next piece.
  mutating func escape(_ piece: [UInt8]) -> [UInt8] { escape(piece, isEnd: false) }

  /// Returns the bytes that are still held at the end of the file.
  mutating func finish() -> [UInt8] { escape([], isEnd: true) }

  private mutating func escape(_ piece: [UInt8], isEnd: Bool) -> [UInt8] {
    let bytes = held.isEmpty ? piece : held + piece
    held = []
    var escaped: [UInt8] = []
    // The position up to which bytes were passed on, and the end of the next comment.
    var copied = 0
    var commentEnd: Int?
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      readLine(bytes[position..<start])
      var markup = markup(at: start, in: bytes, commentEnd: &commentEnd)
      if case .open = markup, isEnd { markup = .complete(end: bytes.count) }
      switch markup {
      case .complete(let end):
        readLine(bytes[start..<end])
        position = end
      case .text:
        escaped += bytes[copied..<start]
        escaped += "&lt;".utf8
        isAtLineStart = false
        position = start + 1
        copied = position
      case .open:
        held = Array(bytes[start...])
        return escaped + bytes[copied..<start]
      }
    }
    readLine(bytes[position...])
    return copied == 0 ? bytes : escaped + bytes[copied...]
  }

  private mutating func readLine(_ bytes: ArraySlice<UInt8>) {
    guard let last = bytes.lastIndex(where: { !Self.isBlank($0) }) else { return }
    isAtLineStart = bytes[last] == UInt8(ascii: "\n")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private func markup(at start: Int, in bytes: [UInt8], commentEnd: inout Int?) -> Markup {
    guard start + 1 < bytes.count else { return .open }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      return isAtLineStart ? declaration(at: start, in: bytes, commentEnd: &commentEnd) : .text
    case UInt8(ascii: "/"): return tag(nameAt: start + 2, start: start, in: bytes)
    default: return tag(nameAt: start + 1, start: start, in: bytes)
    }
  }

  /// A comment, a document type, or a processing instruction.
  /// - Parameter commentEnd: the end of the first comment after `start`, or the end of the bytes. Kept
  ///   for all of them, so that a file of unfinished comments isn't searched again and again.
  private func declaration(
    at start: Int, in bytes: [UInt8], commentEnd: inout Int?
  ) -> Markup {
    guard bytes.count - start >= 4 else { return .open }
    guard bytes[start...].starts(with: "<!--".utf8) else {
      return tagEnd(from: start + 2, start: start, in: bytes)
    }
    if commentEnd.map({ $0 < start + 7 }) ?? true {
      commentEnd = Self.endOfComment(from: start + 4, in: bytes)
    }
    if let end = commentEnd, end <= bytes.count { return .complete(end: end) }
    return bytes.count - start < Self.commentLimit ? .open : .text
  }

  /// Returns the position after the next `-->`, or a position beyond the end.
  private static func endOfComment(from start: Int, in bytes: [UInt8]) -> Int {
    var position = start
    while let mark = bytes[position...].firstIndex(of: UInt8(ascii: ">")) {
      if mark >= start + 2, bytes[mark - 1] == UInt8(ascii: "-"),
        bytes[mark - 2] == UInt8(ascii: "-")
      {
        return mark + 1
      }
      position = mark + 1
    }
    return .max
  }

  private func tag(nameAt nameStart: Int, start: Int, in bytes: [UInt8]) -> Markup {
    var end = nameStart
    while end < bytes.count, end - nameStart <= Self.nameLimit, bytes[end].isASCIIAlphanumeric {
      end += 1
    }
    if end == bytes.count { return .open }
    let name = String(decoding: bytes[nameStart..<end].map { $0 | 0x20 }, as: UTF8.self)
    guard Self.names.contains(name), " \t\r\n/>".utf8.contains(bytes[end]) else { return .text }
    // A link has an address at least.
    if name == "a", nameStart == start + 1, bytes[end] == UInt8(ascii: ">") { return .text }
    return tagEnd(from: end, start: start, in: bytes)
  }

  /// Finds the end of a tag. A tag in which another one begins isn't one.
  private func tagEnd(from position: Int, start: Int, in bytes: [UInt8]) -> Markup {
    var quote: UInt8?
    // Only a quotation mark behind an equals sign begins a quoted value.
    var isAfterEquals = false
    for index in position..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: ">"): return .complete(end: index + 1)
      case UInt8(ascii: "<"): return .text
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if isAfterEquals { quote = byte }
      default: break
      }
      if byte > 0x20 { isAfterEquals = byte == UInt8(ascii: "=") }
    }
    return bytes.count - start < Self.tagLimit ? .open : .text
  }

  private static let nameLimit = 10

  /// The elements of the format, the blocks of notes, and the elements within lines.
  private static let names: Set = [
    "a", "dd", "dl", "dt", "h1", "h3", "hr", "p",
    "blockquote", "br", "div", "h2", "h4", "h5", "h6", "li", "ol", "pre", "table", "tbody", "td",
    "th", "thead", "tr", "ul",
    "abbr", "acronym", "b", "bdi", "bdo", "big", "center", "cite", "code", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "tt", "u", "var", "wbr",
  ]
}
