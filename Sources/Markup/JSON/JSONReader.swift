/// Reads the JSON in pages, which templates often break. Where JSON.parse rejects the whole text,
/// this type reads the intact parts.
///
/// Beyond RFC 8259, it accepts comments, trailing and missing commas, raw line breaks and tabs in
/// strings, unknown escapes, unquoted names, CDATA and HTML comment wrappers, several values in a
/// row, and a missing end. It runs in linear time and limits the nesting depth.
package struct JSONReader {
  private let bytes: [UInt8]
  private let decodesEntities: Bool
  private let depthLimit: Int
  private var position = 0
  private var depth = 0
  private var decodedCount = 0
  /// Whether something was guessed or left out, so that a value may be incomplete.
  private var isDamaged = false

  /// The maximum nesting depth in pages. Deeper values read as null, because the stack is limited
  /// and metadata is never that deep.
  private static let pageDepthLimit = 64

  /// The maximum nesting depth in files, such as a browser's nested bookmark folders.
  private static let fileDepthLimit = 512

  /// The maximum number of strings whose entities are decoded. Each one needs a parser, and no card
  /// needs more.
  private static let decodedLimit = 2_000

  /// Reads all the values in `text`, usually one.
  /// - Parameter decodesEntities: whether to decode HTML entities in strings. Templates often
  ///   escape inserted text, although browsers don't decode entities in scripts.
  package static func values(in text: String, decodesEntities: Bool = false) -> [JSONValue] {
    var reader = JSONReader(bytes: Array(text.utf8), decodesEntities: decodesEntities)
    var values: [JSONValue] = []
    while reader.skipToContainer() {
      let start = reader.position
      values.append(reader.value())
      if reader.position == start { reader.position += 1 }
    }
    return values
  }

  /// Reads an object or array that's the whole of `bytes`.
  ///
  /// Accepts the errors that ``values(in:decodesEntities:)`` accepts, if nothing gets lost:
  /// comments, trailing and missing commas, and unpaired surrogates, which become U+FFFD.
  /// - Returns: nil if a part of the value is missing or unreadable.
  package static func value(of bytes: some Collection<UInt8>) -> JSONValue? {
    guard case (let value, var reader)? = first(in: bytes) else { return nil }
    reader.skipSpace()
    return reader.current == nil ? value : nil
  }

  /// Reads an object or array like ``value(of:)``, which other text may follow.
  /// - Returns: the value, and the number of its bytes.
  package static func value(
    atStartOf bytes: some Collection<UInt8>
  ) -> (value: JSONValue, length: Int)? {
    first(in: bytes).map { ($0, $1.position) }
  }

  private static func first(in bytes: some Collection<UInt8>) -> (JSONValue, JSONReader)? {
    var reader = JSONReader(
      bytes: Array(bytes), decodesEntities: false, depthLimit: fileDepthLimit)
    reader.skipSpace()
    guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(reader.current) else { return nil }
    let value = reader.value()
    return reader.isDamaged ? nil : (value, reader)
  }

  private init(bytes: [UInt8], decodesEntities: Bool, depthLimit: Int = pageDepthLimit) {
    self.bytes = bytes
    self.decodesEntities = decodesEntities
    self.depthLimit = depthLimit
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips wrappers and junk before the next object or array. Returns false if there's none.
  private mutating func skipToContainer() -> Bool {
    while let byte = current, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { position += 1 }
    if bytes[position...].starts(with: "[CDATA[".utf8) {
      position += 7
      return skipToContainer()
    }
    return current != nil
  }

  private mutating func value() -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""):
      let text = string()
      // The body of an article isn't shown, so it needs no decoding.
      let mayBeShown =
        decodesEntities && text.utf8.count < 10_000 && decodedCount < Self.decodedLimit
      guard mayBeShown, text.containsBytes("&") else { return .string(text) }
      decodedCount += 1
      return .string(PlainText.decodingEntities(text))
    case nil:
      isDamaged = true
      return .null
    default: return literal()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) -> JSONValue) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    let value = read(&self)
    return depth > depthLimit ? .null : value
  }

  private mutating func object() -> JSONValue {
    position += 1
    var object = JSONObject()
    while true {
      skipSpace()
      guard let byte = current, byte != UInt8(ascii: "]") else {
        isDamaged = true
        return .object(object)
      }
      if byte == UInt8(ascii: "}") {
        position += 1
        return .object(object)
      }
      let start = position
      let key = byte == UInt8(ascii: "\"") ? string() : word()
      skipSpace()
      if current == UInt8(ascii: ":") {
        position += 1
        object.append(key, depth > depthLimit ? skippedValue() : value())
      } else {
        isDamaged = true
      }
      if position == start { position += 1 }
    }
  }

  private mutating func array() -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    while true {
      skipSpace()
      guard let byte = current, byte != UInt8(ascii: "}") else {
        isDamaged = true
        return .array(elements)
      }
      if byte == UInt8(ascii: "]") {
        position += 1
        return .array(elements)
      }
      let start = position
      let element = depth > depthLimit ? skippedValue() : value()
      if position == start {
        isDamaged = true
        position += 1
      } else {
        elements.append(element)
      }
    }
  }

  /// Skips a value beyond the depth limit. Its brackets aren't matched, so the outer containers end
  /// at the next closing brackets.
  private mutating func skippedValue() -> JSONValue {
    isDamaged = true
    if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") {
      position += 1
      return .null
    }
    return value()
  }

  private mutating func literal() -> JSONValue {
    switch word() {
    case "true": .bool(true)
    case "false": .bool(false)
    case "null", "undefined": .null
    case let word where word.first.map { $0.isASCII && $0.isNumber || $0 == "-" } == true:
      .number(word)
    case let word: guessed(word)
    }
  }

  private mutating func guessed(_ word: String) -> JSONValue {
    isDamaged = true
    return word.isEmpty ? .null : .string(word)
  }

  /// Reads the characters up to the next space or punctuation.
  private mutating func word() -> String {
    let start = position
    while let byte = current, !Self.isSpace(byte), !Self.isPunctuation(byte) {
      position += 1
    }
    var word = bytes[start..<position]
    if word.count > 1, word.first == UInt8(ascii: "'"), word.last == UInt8(ascii: "'") {
      word = word.dropFirst().dropLast()
    }
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func skipSpace() {
    while let byte = current {
      // Comments are rare.
      if byte > UInt8(ascii: "/") || byte == UInt8(ascii: "\"") { return }
      if Self.isSpace(byte) || byte == UInt8(ascii: ",") {
        position += 1
      } else if bytes[position...].starts(with: "//".utf8) {
        while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
      } else if bytes[position...].starts(with: "/*".utf8) {
        position += 2
        while current != nil, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "{", "}", "[", "]", ":", ",", "\"": true
    default: false
    }
  }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() -> String {
    position += 1
    let start = position
    position =
      bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress?.position(
          of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: start, to: bytes.count)
      } ?? start
    if current == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
    var text = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): readEscape(into: &text)
      default: text.append(byte)
      }
    }
    isDamaged = true
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEscape(into text: inout [UInt8]) {
    guard let byte = current else { return }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(UInt8(ascii: " "))
    case UInt8(ascii: "u"):
      guard let unit = hexUnit() else { return }
      text.append(contentsOf: String(scalar(from: unit)).utf8)
    default: text.append(byte)
    }
  }

  /// Joins surrogate pairs. A lone surrogate becomes U+FFFD.
  private mutating func scalar(from unit: UInt16) -> Character {
    let afterUnit = position
    if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: "\\u".utf8) {
      position += 2
      if let second = hexUnit(), UTF16.isTrailSurrogate(second) {
        return String(decoding: [unit, second], as: UTF16.self).first ?? "\u{FFFD}"
      }
      position = afterUnit
    }
    return Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}"
  }

  private mutating func hexUnit() -> UInt16? {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit
  }
}
