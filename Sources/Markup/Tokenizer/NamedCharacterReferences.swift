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
