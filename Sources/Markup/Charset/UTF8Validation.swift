/// Measures the valid UTF-8 at the start of bytes.
enum UTF8Validation {
  /// - Returns: the length of the valid bytes at the start, and whether they're followed by the
  ///   beginning of a valid character.
  static func validLength(of bytes: UnsafeBufferPointer<UInt8>) -> (Int, isIncomplete: Bool) {
    guard let start = bytes.baseAddress else { return (0, false) }
    let raw = UnsafeRawPointer(start)
    let count = bytes.count
    var position = 0
    while position < count {
      // Most text is ASCII.
      while count - position >= 32 {
        let next = raw + position
        let high =
          next.loadUnaligned(as: UInt64.self) | (next + 8).loadUnaligned(as: UInt64.self)
          | (next + 16).loadUnaligned(as: UInt64.self) | (next + 24).loadUnaligned(as: UInt64.self)
        if high & 0x8080_8080_8080_8080 != 0 { break }
        position += 32
      }
      while position < count, start[position] < 0x80 { position += 1 }
      while position < count, start[position] >= 0x80 {
        let length = characterLength(start + position, count - position)
        if length <= 0 { return (position, length < 0) }
        position += length
      }
    }
    return (count, false)
  }

  /// Returns the length of the character at the start of bytes, 0 for an invalid one, and -1 for
  /// one that's incomplete (https://encoding.spec.whatwg.org/#utf-8-decoder).
  private static func characterLength(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let first = start[0]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    for index in 1..<length {
      guard index < count else { return -1 }
      guard (index == 1 ? second : 0x80...0xBF).contains(start[index]) else { return 0 }
    }
    return length
  }
}
