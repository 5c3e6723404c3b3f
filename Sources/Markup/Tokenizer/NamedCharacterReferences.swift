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
    while position < bytes.count, let digit = digit(bytes[position], isHexadecimal) {
      // Further digits can't make it valid again, because no code point is larger.
      if code <= 0x10FFFF { code = code * (isHexadecimal ? 16 : 10) + digit }
      position += 1
    }
    guard position > start else { return 0 }
    append(replacement(code), to: &output)
    let hasEnd = position < bytes.count && bytes[position] == UInt8(ascii: ";")
    return hasEnd ? position + 1 : position
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    if byte.isASCIIDigit { return UInt32(byte) - 0x30 }
    let letter = byte | 0x20
    guard isHexadecimal, (0x61...0x66).contains(letter) else { return nil }
    return UInt32(letter) - 0x57
  }

  /// The numeric character reference end state, which reads C1 controls as windows-1252.
  private static func replacement(_ code: UInt32) -> UInt32 {
    switch code {
    case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
    case 0x80...0x9F: UInt32(windows1252[Int(code) - 0x80])
    default: code
    }
  }

  private static func append(_ code: UInt32, to output: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(code) else { return }
    output.append(scalar: scalar)
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// The named character references
/// (https://html.spec.whatwg.org/#named-character-references).
enum NamedCharacterReferences {
  /// The length of the longest name with its semicolon.
  static let longestName = 32

  /// Returns the longest name at the start of bytes, and its one or two code points.
  static func longestMatch(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (length: Int, values: CodePoints)? {
    var length = bytes.prefix(longestName).prefix(while: \.isASCIIAlphanumeric).count
    if length < bytes.count, bytes[length] == UInt8(ascii: ";") { length += 1 }
    while length > 0 {
      let name = UnsafeBufferPointer(rebasing: bytes[..<length])
      let (entry, common) = lastEntry(notAfter: name)
      if common == entry.nameLength, common > 0 { return (common, entry.values) }
      // A shorter match has the same beginning as this entry.
      length = min(common, length - 1)
    }
    return nil
  }

  /// The code points of a reference. The second is 0 for most references.
  struct CodePoints: Sequence {
    var first: UInt32 = 0
    var second: UInt32 = 0

    func makeIterator() -> some IteratorProtocol<UInt32> {
      (second == 0 ? [first] : [first, second]).makeIterator()
    }
  }

  private struct Entry {
    var nameLength: Int
    var values: CodePoints
  }

  /// Searches the table for the last entry whose name isn't after another name.
  /// - Returns: the entry, and the number of bytes that the names have in common.
  private static func lastEntry(
    notAfter name: UnsafeBufferPointer<UInt8>
  ) -> (Entry, common: Int) {
    var low = 0
    var high = table.utf8CodeUnitCount
    // The entry at `low` isn't after the name, and the entry at `high` is.
    while true {
      var middle = start(of: (low + high) / 2)
      if middle == low {
        // The middle is inside the first entry, so the next entry is compared.
        middle = next(after: low)
        if middle >= high { break }
      }
      if order(middle, name).isAfter { high = middle } else { low = middle }
    }
    return (entry(at: low), order(low, name).common)
  }

  private static func start(of position: Int) -> Int {
    var position = position
    while position > 0, table.utf8Start[position - 1] != space { position -= 1 }
    return position
  }

  private static func next(after position: Int) -> Int {
    var position = position
    while position < table.utf8CodeUnitCount, table.utf8Start[position] != space { position += 1 }
    return position + 1
  }

  /// Compares the name at a position in the table with another name.
  private static func order(
    _ position: Int, _ name: UnsafeBufferPointer<UInt8>
  ) -> (isAfter: Bool, common: Int) {
    var common = 0
    while table.utf8Start[position + common] != colon {
      let byte = table.utf8Start[position + common]
      if common == name.count || byte > name[common] { return (true, common) }
      if byte < name[common] { return (false, common) }
      common += 1
    }
    return (false, common)
  }

  private static func entry(at position: Int) -> Entry {
    var end = position
    while table.utf8Start[end] != colon { end += 1 }
    var values = CodePoints()
    var next = end + 1
    while next < table.utf8CodeUnitCount, table.utf8Start[next] != space {
      let byte = table.utf8Start[next]
      if byte == UInt8(ascii: "+") {
        (values.first, values.second) = (0, values.first)
      } else {
        values.first = values.first << 4 | UInt32(byte < 0x3A ? byte - 0x30 : byte - 0x57)
      }
      next += 1
    }
    if values.second != 0 { swap(&values.first, &values.second) }
    return Entry(nameLength: end - position, values: values)
  }

  private static let space = UInt8(ascii: " ")
  private static let colon = UInt8(ascii: ":")
}
