import Foundation

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let lessThan = UInt8(ascii: "<")
  static let greaterThan = UInt8(ascii: ">")
  static let ampersand = UInt8(ascii: "&")
  static let slash = UInt8(ascii: "/")
  static let equals = UInt8(ascii: "=")
  static let dash = UInt8(ascii: "-")
  static let bang = UInt8(ascii: "!")
  static let doubleQuote = UInt8(ascii: "\"")
  static let singleQuote = UInt8(ascii: "'")

  /// Whether the byte is ASCII white space (https://infra.spec.whatwg.org/#ascii-whitespace).
  @inline(__always) var isWhitespace: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C)
  }
  @inline(__always) var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  /// The byte in lower case if it's an ASCII letter.
  @inline(__always) var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Tokenizer.Input {
  /// Returns the next position of a byte, or the end.
  @inline(__always) func position(of byte: UInt8) -> Int {
    find(byte, from: position) ?? end
  }

  /// Returns the next position of a byte, starting at another position.
  @inline(__always) func find(_ byte: UInt8, from first: Int) -> Int? {
    memchr(start + first, Int32(byte), end &- first).map {
      UnsafeRawPointer($0) - UnsafeRawPointer(start)
    }
  }

  /// The position of the next `<` that may begin markup in a text such as a script: before a `/`, a
  /// `!` or the end.
  var positionOfMarkup: Int {
    var next = find(.lessThan, from: position)
    while let candidate = next, candidate &+ 1 < end {
      let byte = start[candidate &+ 1]
      if byte == .slash || byte == .bang { return candidate }
      next = find(.lessThan, from: candidate &+ 1)
    }
    return next ?? end
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Whether the bytes at a position are these, ignoring case.
  func hasPrefix(_ prefix: StaticString, at position: Int) -> Bool {
    guard end - position >= prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount
    where start[position + index].asciiLowercased != prefix.utf8Start[index].asciiLowercased {
      return false
    }
    return true
  }

  /// Whether the bytes from a position to the end are the beginning of a name, ignoring case.
  func endsInStart(of name: StaticString, at position: Int) -> Bool {
    let length = end - position
    return length < name.utf8CodeUnitCount
      && (0..<length).allSatisfy {
        start[position + $0].asciiLowercased == name.utf8Start[$0]
      }
  }
}

extension UnsafePointer<UInt8> {
  /// Returns the next position of either of two bytes, or the end. Faster than `memchr` if the
  /// bytes are near.
  package func position(of one: UInt8, or other: UInt8, from first: Int, to end: Int) -> Int {
    let ones = UInt64(one) &* 0x0101_0101_0101_0101
    let others = UInt64(other) &* 0x0101_0101_0101_0101
    var position = first
    while end &- position >= 8 {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(self + position).loadUnaligned(as: UInt64.self))
      let found = zeros(word ^ ones) | zeros(word ^ others)
      if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    while position < end, self[position] != one, self[position] != other { position &+= 1 }
    return position
  }

  /// Marks zeros among eight bytes. The lowest mark is right. Higher marks may be wrong.
  @inline(__always) private func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}

/// Finds any of several texts in an attribute's value, in one pass.
package struct TextFinder: Sendable {
  /// The texts, in lower case.
  private let texts: [StaticString]
  /// A bit for the last six bits of each text's first byte.
  private let beginnings: UInt64

  package init(_ texts: StaticString...) {
    self.texts = texts
    beginnings = texts.reduce(0) { $0 | 1 << UInt64($1.utf8Start[0] & 63) }
  }

  /// Whether the bytes contain any of the texts, ignoring case.
  func finds(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for position in bytes.indices {
      let first = bytes[position].asciiLowercased
      guard beginnings & 1 << UInt64(first & 63) != 0 else { continue }
      let rest = UnsafeBufferPointer(rebasing: bytes[position...])
      for text in texts where first == text.utf8Start[0] {
        if Self.begins(rest, with: text) { return true }
      }
    }
    return false
  }

  private static func begins(
    _ bytes: UnsafeBufferPointer<UInt8>, with text: StaticString
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    var position = 1
    while position < count, bytes[position].asciiLowercased == text.utf8Start[position] {
      position &+= 1
    }
    return position == count
  }
}
