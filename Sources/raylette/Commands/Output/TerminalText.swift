import TerminalGrid

/// Text as a terminal may be given it.
enum TerminalText {
  /// One line as the screen of the program would show it: without escape sequences, controls and bidi
  /// overrides, with as many combining marks as fit into a cell. What is longer than any message
  /// should be ends in an ellipsis.
  static func cleaned(_ line: String) -> String {
    let scalars = line.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else { return glyphs(of: line) }
    return glyphs(of: String(scalars[..<end])) + "…"
  }

  /// In scalars.
  private static let limit = 10_000

  private static func glyphs(of text: String) -> String {
    DisplayWidth.glyphs(of: text).map(\.text).joined()
  }
}
