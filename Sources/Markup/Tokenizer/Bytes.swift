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
  static let closingBracket = UInt8(ascii: "]")

  /// Whether the byte is ASCII white space (https://infra.spec.whatwg.org/#ascii-whitespace).
  @inlinable @inline(__always) package var isWhitespace: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C)
  }
  @inlinable @inline(__always) package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable @inline(__always) package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always) package var isASCIIAlphanumeric: Bool {
    isASCIILetter || isASCIIDigit
  }
  /// The byte in lower case if it's an ASCII letter.
  @inlinable @inline(__always) package var asciiLowercased: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }
}

extension Tokenizer.Input {
  @inline(__always) func byte(at position: Int) -> UInt8? {
    position < end ? start[position] : nil
  }

  /// Returns the next position of a byte, starting at another position.
  @inline(__always) func find(_ byte: UInt8, from first: Int) -> Int? {
    first < end
      ? memchr(start + first, Int32(byte), end &- first).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(start)
      } : nil
  }

  /// Returns the position of the next `<` that may begin markup in a text such as a script: before a
  /// `/`, a `!` or the end.
  func markup(from first: Int) -> Int? {
    var next = find(.lessThan, from: first)
    while let candidate = next, let byte = byte(at: candidate &+ 1), byte != .slash, byte != .bang {
      next = find(.lessThan, from: candidate &+ 1)
    }
    return next
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Whether the bytes at a position are a text, or its beginning, after which the input ends.
  enum Match { case whole, beginning, none }

  func match(_ text: StaticString, at position: Int, ignoresCase: Bool = true) -> Match {
    for index in 0..<text.utf8CodeUnitCount {
      guard let byte = byte(at: position + index) else { return .beginning }
      let (wanted, isSame) = (text.utf8Start[index], byte == text.utf8Start[index])
      guard isSame || ignoresCase && byte.asciiLowercased == wanted else { return .none }
    }
    return .whole
  }

  /// Returns how many of the one or two bytes before a position are equal to this one.
  func trailing(_ byte: UInt8, before end: Int, from first: Int) -> Int {
    guard end > first, start[end - 1] == byte else { return 0 }
    return end - 1 > first && start[end - 2] == byte ? 2 : 1
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
