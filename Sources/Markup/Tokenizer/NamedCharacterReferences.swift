/// Resolves character references: sections 13.2.5.72 to 13.2.5.80
/// (https://html.spec.whatwg.org/#character-reference-state).
enum CharacterReference {
  /// Resolves the reference at the start of bytes.
  /// - Parameters:
  ///   - bytes: begin with `&`.
  ///   - inAttribute: whether the bytes are an attribute's value, where `&copy=` isn't a reference.
  /// - Returns: the length of the reference, or 0 if there is none.
  static func resolve(
    _ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool, into output: inout [UInt8]
  ) -> Int {
    guard bytes.count > 1 else { return 0 }
    return bytes[1] == UInt8(ascii: "#")
      ? numeric(bytes, into: &output)
      : named(bytes, inAttribute: inAttribute, into: &output)
  }

  private static func named(
    _ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool, into output: inout [UInt8]
  ) -> Int {
    guard bytes[1].isASCIILetter,
      let match = NamedCharacterReferences.longestMatch(UnsafeBufferPointer(rebasing: bytes[1...]))
    else { return 0 }
    let end = 1 + match.length
    // The standard requires this for compatibility with old pages.
    if inAttribute, bytes[end - 1] != UInt8(ascii: ";"), end < bytes.count,
      bytes[end] == .equals || bytes[end].isASCIIAlphanumeric
    {
      return 0
    }
    for value in match.values { append(value, to: &output) }
    return end
  }

  private static func numeric(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) -> Int {
    var position = 2
    let isHexadecimal = bytes.count > 2 && bytes[2] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position = 3 }
    let start = position
    var code: UInt32 = 0
    while position < bytes.count, let digit = ASCII.hexValue(bytes[position]),
      isHexadecimal || digit < 10
    {
      // Further digits can't make it valid again, because no code point is larger.
      if code <= 0x10FFFF { code = code * (isHexadecimal ? 16 : 10) + UInt32(digit) }
      position += 1
    }
    guard position > start else { return 0 }
    append(replacement(code), to: &output)
    let hasEnd = position < bytes.count && bytes[position] == UInt8(ascii: ";")
    return hasEnd ? position + 1 : position
  }

  /// The numeric character reference end state, which reads C1 controls as windows-1252.
  private static func replacement(_ code: UInt32) -> UInt32 {
    switch code {
    case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
    case 0x80...0x9F: PlainText.windows1252[Int(code) - 0x80]?.value ?? code
    default: code
    }
  }

  private static func append(_ code: UInt32, to output: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(code) else { return }
    output.append(scalar: scalar)
  }
}

/// The named character references
/// (https://html.spec.whatwg.org/#named-character-references).
enum NamedCharacterReferences {
  /// The length of the longest name with its semicolon.
  static let longestName = 32

  /// Returns the longest name at the start of bytes, and its one or two code points.
  static func longestMatch(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (length: Int, values: [UInt32])? {
    var length = bytes.prefix(longestName).prefix(while: \.isASCIIAlphanumeric).count
    if length < bytes.count, bytes[length] == UInt8(ascii: ";") { length += 1 }
    return table.withUnsafeBufferPointer { table in
      while length > 0 {
        let name = UnsafeBufferPointer(rebasing: bytes[..<length])
        let (entry, common) = lastEntry(notAfter: name, in: table)
        if table[entry + common] == colon, common > 0 {
          return (common, values(at: entry + common + 1, in: table))
        }
        // A shorter match has the same beginning as this entry.
        length = min(common, length - 1)
      }
      return nil
    }
  }

  /// Lines of a name, a colon, and one or two code points in hexadecimal, sorted by bytes.
  private static let table = PackageResources.character_references_txt

  /// Searches the table for the last entry whose name isn't after another name.
  /// - Returns: its position, and the number of bytes that the names have in common.
  private static func lastEntry(
    notAfter name: UnsafeBufferPointer<UInt8>, in table: UnsafeBufferPointer<UInt8>
  ) -> (Int, common: Int) {
    var low = 0
    var high = table.count
    // The entry at `low` isn't after the name, and the entry at `high` is.
    while true {
      let half = table[..<((low + high) / 2)].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
      // In the middle of the first entry, the next one is compared.
      let middle =
        half > low ? half : table[low...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? high
      if middle >= high { return (low, order(low, name, in: table).common) }
      if order(middle, name, in: table).isAfter { high = middle } else { low = middle }
    }
  }

  /// Compares the name at a position in the table with another name.
  private static func order(
    _ position: Int, _ name: UnsafeBufferPointer<UInt8>, in table: UnsafeBufferPointer<UInt8>
  ) -> (isAfter: Bool, common: Int) {
    var common = 0
    while table[position + common] != colon {
      let byte = table[position + common]
      if common == name.count || byte > name[common] { return (true, common) }
      if byte < name[common] { return (false, common) }
      common += 1
    }
    return (false, common)
  }

  private static func values(at start: Int, in table: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    table[start...].prefix { $0 != .lineFeed }.reduce(into: [0]) { values, byte in
      if let digit = ASCII.hexValue(byte) {
        values[values.count - 1] = values[values.count - 1] << 4 | UInt32(digit)
      } else {
        values.append(0)
      }
    }
  }

  private static let colon = UInt8(ascii: ":")
}
