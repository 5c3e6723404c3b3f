import Foundation

/// Operations on the bytes of texts, which take a fraction of the time of operations on characters.
extension String {
  /// Whether the text contains these bytes. Many times faster than `contains`, which compares
  /// characters.
  package func containsBytes(_ bytes: StaticString) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(bytes) } ?? contains(bytes.description)
  }

  /// The words of the text, separated by white space.
  package var words: [String] {
    // Most attribute values are a single word.
    if !utf8.contains(where: \.isWhitespace) { return isEmpty ? [] : [self] }
    return utf8.split(whereSeparator: \.isWhitespace).compactMap { String($0) }
  }

  /// The text in lower case, like `lowercased()`. Many times faster for text with few cased letters
  /// outside of ASCII, because only those are looked up.
  package var inLowerCase: String {
    var output: [UInt8] = []
    output.reserveCapacity(utf8.count + 4)
    for scalar in unicodeScalars {
      switch scalar.value {
      case ..<0x80: output.append(UInt8(scalar.value).asciiLowercased)
      // Latin, Greek, Cyrillic and others. Most letters after these have no case.
      case 0xC0..<0x590, 0x10A0..<0x1100, 0x13A0..<0x1400, 0x1C80..<0x2000, 0x2100..<0x2200,
        0x2400..<0x2500, 0x2C00..<0x2E00, 0xA640..<0xABC0, 0xFF21..<0xFF3B, 0x10400..<0x1E944:
        output.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      default: output.append(scalar: scalar)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with its ASCII letters in lower case.
  var lowercasedASCII: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }
}

extension UnsafeBufferPointer<UInt8> {
  package func contains(_ bytes: StaticString) -> Bool {
    guard let start = baseAddress else { return false }
    let length = bytes.utf8CodeUnitCount
    // Capitals are rarer than quotation marks and small letters.
    let mark = (0..<length).first { bytes.utf8Start[$0] &- 0x41 < 26 } ?? 0
    let sought = Int32(bytes.utf8Start[mark])
    var position = 0
    while position + length <= count {
      let left = count - length - position + 1
      guard let found = memchr(start + position + mark, sought, left) else { return false }
      let index = UnsafeRawPointer(found) - UnsafeRawPointer(start) - mark
      if memcmp(start + index, bytes.utf8Start, length) == 0 { return true }
      position = index + 1
    }
    return false
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard let start = baseAddress, count >= prefix.utf8CodeUnitCount else { return false }
    return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }
}

extension [UInt8] {
  mutating func append(scalar: Unicode.Scalar) {
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
