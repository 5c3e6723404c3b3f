/// A set of elements.
package struct ElementSet: ExpressibleByArrayLiteral, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var middle: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(arrayLiteral elements: ElementName...) {
    for element in elements { insert(element) }
  }

  /// All elements.
  package static var all: ElementSet {
    var set = ElementSet()
    (set.low, set.middle, set.high) = (.max, .max, .max)
    return set
  }

  private mutating func insert(_ element: ElementName) {
    let bit: UInt64 = 1 << UInt64(element.number & 63)
    switch element.number >> 6 {
    case 0: low |= bit
    case 1: middle |= bit
    default: high |= bit
    }
  }

  @inlinable
  package func contains(_ element: ElementName) -> Bool {
    let part =
      switch element.number >> 6 {
      case 0: low
      case 1: middle
      default: high
      }
    return part & 1 << UInt64(element.number & 63) != 0
  }
}
