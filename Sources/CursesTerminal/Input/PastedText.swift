/// Text that's being pasted, one character at a time.
struct PastedText {
  private(set) var text = ""
  private var count = 0

  /// The maximum number of characters, more than any list of addresses has. Later ones are dropped.
  private static let limit = 1_000_000

  mutating func append(_ code: Int32) {
    guard count < Self.limit, let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return }
    count += 1
    // Terminals send a line break as they send Enter.
    text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
  }
}
