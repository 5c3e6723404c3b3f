/// The lengths and last letters of keys. Rules out most look-ups without reading the key.
struct MetaKeyFilter {
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  mutating func insert(count: Int, last: UInt8) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: count & 63)
    switch last & 3 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    case 2: bits.2 |= bit
    default: bits.3 |= bit
    }
  }

  func mayContain(count: Int, last: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: count & 63)
    return switch last & 3 {
    case 0: bits.0 & bit != 0
    case 1: bits.1 & bit != 0
    case 2: bits.2 & bit != 0
    default: bits.3 & bit != 0
    }
  }
}
