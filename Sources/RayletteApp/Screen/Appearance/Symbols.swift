import TerminalGrid

/// The characters that are drawn rather than read.
public struct Symbols: Hashable, Sendable {
  var box: BoxGlyphs
  var ellipsis: String
  /// Between facts on one line, with the spaces around it.
  var separator: String
  /// In turn, while something goes on; none where the line below tells of it.
  var spinner: [String]
  var video: String
  var image: String
  var icon: String
  /// At the left of the selected row.
  var selection: String
  /// At the left of its further lines.
  var selectionBelow: String
  /// Before the name of the tab that is shown, in one column.
  var activeTab: String
  /// At a row that was picked.
  var mark: String
  /// Where text will stand once it is there.
  var skeleton: String
  var success: String
  var failure: String
  /// Whether half blocks and coloured tiles can be drawn.
  var hasBlocks: Bool
  /// Whether things may stand side by side, to be looked at in any order.
  var hasColumns = true

  public static let unicode = Symbols(
    box: .rounded, ellipsis: "…", separator: " · ",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], video: "▶", image: "▣", icon: "◦",
    selection: "▌", selectionBelow: "▌", activeTab: " ", mark: "✓", skeleton: "░", success: "✓",
    failure: "✗", hasBlocks: true)

  /// For terminals that don't speak UTF-8.
  public static let ascii = Symbols(
    box: .ascii, ellipsis: "...", separator: " - ", spinner: ["|", "/", "-", "\\"], video: ">",
    image: "#", icon: "o", selection: ">", selectionBelow: ">", activeTab: " ", mark: "*",
    skeleton: ".", success: "*", failure: "!",
    hasBlocks: false)

  /// For screens that are read out: words and punctuation, in the order in which they are read.
  public static let words = Symbols(
    box: .none, ellipsis: "...", separator: ", ", spinner: [], video: "", image: "", icon: "",
    selection: ">", selectionBelow: "", activeTab: ">", mark: "*", skeleton: "", success: "",
    failure: "Error:", hasBlocks: false, hasColumns: false)

  /// A text with a symbol before it, where there is one.
  static func label(_ symbol: String, _ text: String) -> String {
    symbol.isEmpty ? text : "\(symbol) \(text)"
  }

  func spinnerFrame(at elapsed: Duration) -> String {
    let tenths = Int(elapsed / .milliseconds(100))
    return spinner[tenths % spinner.count]
  }
}
