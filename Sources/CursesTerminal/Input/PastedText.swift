/// Text that's being pasted, one character at a time.
struct PastedText {
  private(set) var text = ""
  private var count = 0

  /// The maximum number of characters; the rest is dropped. Larger than any list of addresses.
  private static let limit = 1_000_000

  mutating func append(_ code: Int32) {
    guard count < Self.limit, let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return }
    count += 1
    // For a line break, terminals send the same as for Enter.
    text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
  }
}
