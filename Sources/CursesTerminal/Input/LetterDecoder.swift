import CNcurses

/// Decodes letters outside of ASCII in the locale's character set.
struct LetterDecoder: Sendable {
  let charset: Charset

  enum Charset {
    case utf8, ascii
    /// That of the locale, which is neither of the others.
    case locale
  }

  enum Letter: Equatable {
    case letter(Unicode.Scalar, length: Int)
    /// A letter in UTF-8, which the locale's character set doesn't have.
    case foreign(Unicode.Scalar, length: Int)
    case invalid(length: Int)
    case incomplete
  }

  /// Decodes the letter at the beginning of bytes.
  func decode(_ bytes: ArraySlice<UInt8>) -> Letter {
    switch charset {
    case .utf8: return Self.utf8(bytes)
    case .ascii: return Self.foreign(bytes)
    case .locale:
      var code: UInt32 = 0
      let length = bytes.prefix(Self.longest).withUnsafeBufferPointer {
        rl_decode($0.baseAddress, $0.count, &code)
      }
      if length == -2 { return .incomplete }
      guard length > 0, let scalar = Unicode.Scalar(code) else { return Self.foreign(bytes) }
      return .letter(scalar, length: Int(length))
    }
  }

  /// Decodes a letter that the locale doesn't have. Terminals send UTF-8 today, whatever the locale
  /// says.
  private static func foreign(_ bytes: ArraySlice<UInt8>) -> Letter {
    switch utf8(bytes) {
    case .letter(let scalar, let length): .foreign(scalar, length: length)
    case .incomplete: .incomplete
    case .foreign, .invalid: .invalid(length: 1)
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> Letter {
    guard let first = bytes.first else { return .incomplete }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard length > 1 else { return .invalid(length: 1) }
    let letter = bytes.prefix(length)
    // A byte that can't follow begins the next character.
    let valid = letter.dropFirst().prefix { (0x80...0xBF).contains($0) }.count + 1
    guard valid == letter.count else { return .invalid(length: valid) }
    guard valid == length else { return .incomplete }
    guard let scalar = String(validating: letter, as: UTF8.self)?.unicodeScalars.first else {
      return .invalid(length: length)
    }
    return .letter(scalar, length: length)
  }

  /// The most bytes of a letter in any character set.
  private static let longest = 8
}
