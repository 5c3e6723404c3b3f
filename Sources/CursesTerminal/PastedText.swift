/// Text that is being pasted, character by character.
struct PastedText {
  private(set) var text = ""
  private var count = 0

  /// More than any list of addresses; what comes after is left out.
  private static let limit = 1_000_000

  mutating func append(_ code: Int32) {
    guard count < Self.limit, let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return }
    count += 1
    // Terminals send what Enter would for a line break.
    text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
  }
}
