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
