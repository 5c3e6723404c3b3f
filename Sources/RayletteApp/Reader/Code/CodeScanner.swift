/// The kind of a part of source code.
enum CodeToken: Hashable, Sendable, CaseIterable {
  /// A keyword, or the name of an element or a key.
  case word
  case string
  case number
  case comment
  /// An added or removed line.
  case addition, removal
}

/// Finds the parts of source code that are drawn in colours.
///
/// The scanner knows only as much as colours need, so it may be wrong about rare syntax, such as
/// nested strings. Each byte is read a bounded number of times.
struct CodeScanner {
  typealias Part = (range: Range<Int>, token: CodeToken)

  private let language: CodeLanguage
  private let bytes: [UInt8]
  private let lineComments: [[UInt8]]
  private let quotes: [[UInt8]]
  private var position = 0
  private var parts: [Part] = []

  /// Returns the coloured parts, in order and without overlaps. Ranges are UTF-8 offsets.
  static func parts(of code: String, in language: CodeLanguage) -> [Part] {
    var scanner = CodeScanner(code, language)
    switch language.form {
    case .program: scanner.scanProgram()
    case .markup: scanner.scanMarkup()
    case .changes: scanner.scanChanges()
    }
    return scanner.parts
  }

  private init(_ code: String, _ language: CodeLanguage) {
    self.language = language
    bytes = Array(code.utf8)
    lineComments = language.lineComments.map { Array($0.utf8) }
    quotes = language.quotes.map { Array($0.utf8) }
  }

  private mutating func scanProgram() {
    while position < bytes.count {
      let byte = bytes[position]
      if scanComment() || scanString() { continue }
      if byte.isDigit {
        scanNumber()
      } else if byte.isNameStart {
        scanWord()
      } else {
        position += 1
      }
    }
  }

  // MARK: - Comments and texts

  private mutating func scanComment() -> Bool {
    if let block = language.blockComment, isAt(block.start) {
      add(.comment, to: end(of: block.end, after: position + block.start.utf8.count))
      return true
    }
    guard lineComments.contains(where: isAt), isCommentStart else { return false }
    add(.comment, to: endOfLine(from: position))
    return true
  }

  /// Whether a comment begins here. A `#` inside a word doesn't begin one, as in `$#` or in an
  /// address, and neither do slashes in an address.
  private var isCommentStart: Bool {
    guard position > 0 else { return true }
    let before = bytes[position - 1]
    switch bytes[position] {
    case UInt8(ascii: "#"): return before.isSpace
    case UInt8(ascii: "/"): return before != UInt8(ascii: ":")
    default: return true
    }
  }

  private mutating func scanString() -> Bool {
    guard let quote = quotes.first(where: isAt) else { return false }
    let isLong = language.longQuotes.contains(String(decoding: quote, as: UTF8.self))
    // After a letter, an apostrophe isn't a quotation mark, as in a lifetime or in prose.
    if quote == [UInt8(ascii: "'")], position > 0, bytes[position - 1].isNamePart {
      position += 1
      return true
    }
    var index = position + quote.count
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if isAt(quote, index) {
        index += quote.count
        break
      } else if bytes[index] == .newline, !isLong {
        break
      } else {
        index += 1
      }
    }
    add(isKey(endingAt: index) ? .word : .string, to: index)
    return true
  }

  // MARK: - Words and numbers

  private mutating func scanNumber() {
    var index = position + 1
    while index < bytes.count, bytes[index].isNamePart || bytes[index] == UInt8(ascii: ".") {
      // The dots of a range aren't part of the number.
      if bytes[index] == UInt8(ascii: "."), index + 1 == bytes.count || !bytes[index + 1].isDigit {
        break
      }
      index += 1
    }
    add(.number, to: index)
  }

  private mutating func scanWord() {
    var index = position + 1
    while index < bytes.count, bytes[index].isNamePart || isJoined(at: index) { index += 1 }
    let text = String(decoding: bytes[position..<index], as: UTF8.self)
    let isWord = language.keywords.contains(language.ignoresCase ? text.lowercased() : text)
    // A member may have the name of a keyword.
    let isMember = position > 0 && bytes[position - 1] == UInt8(ascii: ".")
    if isKey(endingAt: index) || isWord && !isMember {
      add(.word, to: index)
    } else {
      position = index
    }
  }

  /// Whether a hyphen or a dot is part of a name, as in keys.
  private func isJoined(at index: Int) -> Bool {
    guard index + 1 < bytes.count, bytes[index + 1].isNamePart else { return false }
    return bytes[index] == UInt8(ascii: "-")
      || language.keyEnd == "=" && bytes[index] == UInt8(ascii: ".")
  }

  /// Whether the text that begins here and ends at an index is a key.
  private func isKey(endingAt end: Int) -> Bool {
    guard let keyEnd = language.keyEnd?.asciiValue else { return false }
    var index = end
    while index < bytes.count, bytes[index] == .space { index += 1 }
    guard index < bytes.count, bytes[index] == keyEnd else { return false }
    // In YAML, a key may follow a hyphen, and its colon is followed by a space.
    return keyEnd != UInt8(ascii: ":") || index + 1 == bytes.count || bytes[index + 1].isSpace
      || bytes[position] == UInt8(ascii: "\"")
  }

  // MARK: - Markup

  private mutating func scanMarkup() {
    var isInTag = false
    while position < bytes.count {
      if !isInTag, scanComment() { continue }
      let byte = bytes[position]
      if byte == UInt8(ascii: "<"), position + 1 < bytes.count, bytes[position + 1].isTagStart {
        var index = position + 2
        while index < bytes.count,
          bytes[index].isNamePart || bytes[index] == UInt8(ascii: "-")
            || bytes[index] == UInt8(ascii: ":")
        {
          index += 1
        }
        add(.word, to: index)
        isInTag = true
      } else if byte == UInt8(ascii: ">") {
        if isInTag { add(.word, to: position + 1) } else { position += 1 }
        isInTag = false
      } else if isInTag, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        add(.string, to: end(of: [byte], after: position + 1))
      } else {
        position += 1
      }
    }
  }

  // MARK: - Changes

  private mutating func scanChanges() {
    while position < bytes.count {
      let end = endOfLine(from: position)
      switch bytes[position] {
      case UInt8(ascii: "+"): add(.addition, to: end)
      case UInt8(ascii: "-"): add(.removal, to: end)
      case UInt8(ascii: "@"): add(.word, to: end)
      default: break
      }
      position = end + 1
    }
  }

  // MARK: - Reading

  private mutating func add(_ token: CodeToken, to end: Int) {
    let end = min(end, bytes.count)
    if end > position { parts.append((position..<end, token)) }
    position = max(end, position + 1)
  }

  private func isAt(_ text: [UInt8]) -> Bool { isAt(text, position) }

  private func isAt(_ text: [UInt8], _ index: Int) -> Bool {
    index + text.count <= bytes.count && bytes[index..<index + text.count].elementsEqual(text)
  }

  private func isAt(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: .newline) ?? bytes.count
  }

  /// Returns the index after the next occurrence of a text, or the end.
  private func end(of text: some Collection<UInt8>, after start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index...].starts(with: text) { return index + text.count }
      index += 1
    }
    return bytes.count
  }

  private func end(of text: String, after start: Int) -> Int {
    end(of: Array(text.utf8), after: start)
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let space = UInt8(ascii: " ")

  fileprivate var isSpace: Bool { self <= .space }
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
  private var isLetter: Bool { (self | 0x20) &- 0x61 < 26 || self >= 0x80 }
  /// Whether the byte begins a word, such as `if`, `@media`, `#include` or `\begin`.
  fileprivate var isNameStart: Bool {
    isLetter
      || [
        .underscore, UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "!"),
        UInt8(ascii: "\\"),
      ].contains(self)
  }
  fileprivate var isNamePart: Bool { isLetter || isDigit || self == .underscore }
  /// Whether the byte can follow the `<` of a tag.
  fileprivate var isTagStart: Bool {
    isLetter || self == UInt8(ascii: "/") || self == UInt8(ascii: "!") || self == UInt8(ascii: "?")
  }
  private static let underscore = UInt8(ascii: "_")
}
