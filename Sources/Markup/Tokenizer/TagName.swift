/// The name of an element as the page spells it. Compared without regard to case, like all names in
/// HTML. Valid only during the call that passes it.
package struct TagName {
  package let start: UnsafePointer<UInt8>
  package let count: Int
  let hash: Hash

  /// A hash of the last eight bytes of a name in lower case. It identifies names of up to eight
  /// bytes.
  struct Hash: Hashable, Sendable {
    private(set) var value: UInt64 = 0

    @inline(__always) mutating func append(_ byte: UInt8) {
      value = value << 8 | UInt64(byte.asciiLowercased)
    }

    init() {}

    /// Hashes the first bytes of a word in memory without capitals.
    @inline(__always) init(_ word: UInt64, count: Int) {
      value = count > 0 ? word.bigEndian &>> UInt64(64 &- 8 &* count) : 0
    }

    init(_ name: StaticString) {
      for index in 0..<name.utf8CodeUnitCount { append(name.utf8Start[index]) }
    }
  }

  init(start: UnsafePointer<UInt8>, count: Int, hash: Hash) {
    self.start = start
    self.count = count
    self.hash = hash
  }

  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The name in lower case.
  package var string: String {
    let text = TextDecoder.string(bytes, content: .rawText)
    return bytes.contains { $0 &- 0x41 < 26 } ? text.lowercasedASCII : text
  }

  package static func == (name: TagName, other: StaticString) -> Bool {
    guard name.count == other.utf8CodeUnitCount else { return false }
    for index in 0..<name.count
    where name.start[index].asciiLowercased != other.utf8Start[index] {
      return false
    }
    return true
  }

  package static func ~= (pattern: StaticString, name: TagName) -> Bool { name == pattern }
}
