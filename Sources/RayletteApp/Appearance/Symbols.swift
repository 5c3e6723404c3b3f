import TerminalGrid

/// The characters that are drawn rather than read.
public struct Symbols: Hashable, Sendable {
  var box: BoxGlyphs
  var ellipsis: String
  /// Between facts on one line.
  var separator: String
  var spinner: [String]
  var video: String
  var image: String
  var icon: String
  /// At the left of the selected row.
  var selection: String
  /// At a row that was picked.
  var mark: String
  /// Where text will stand once it is there.
  var skeleton: String
  var success: String
  var failure: String
  /// Whether half blocks can be drawn.
  var hasBlocks: Bool

  public static let unicode = Symbols(
    box: .rounded, ellipsis: "…", separator: "·",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], video: "▶", image: "▣", icon: "◦",
    selection: "▌", mark: "✓", skeleton: "░", success: "✓", failure: "✗", hasBlocks: true)

  /// For terminals that don't speak UTF-8.
  public static let ascii = Symbols(
    box: .ascii, ellipsis: "...", separator: "-", spinner: ["|", "/", "-", "\\"], video: ">",
    image: "#", icon: "o", selection: ">", mark: "*", skeleton: ".", success: "*", failure: "!",
    hasBlocks: false)

  func spinnerFrame(at elapsed: Duration) -> String {
    let tenths = Int(elapsed / .milliseconds(100))
    return spinner[tenths % spinner.count]
  }
}
