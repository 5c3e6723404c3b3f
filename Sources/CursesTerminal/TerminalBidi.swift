public import RayletteApp
public import TerminalGrid

extension BidiPolicy {
  /// Returns the order that a terminal takes text in.
  /// - Parameters:
  ///   - isAccessible: Whether the screen is for screen readers, which read the characters in the
  ///     order that they come in.
  ///   - environment: Tells what the terminal is.
  public func order(isAccessible: Bool, environment: [String: String]) -> TextOrder {
    switch self {
    case .off: return .logical
    case .on: return .visual
    case .auto:
      if isAccessible { return .logical }
      return switch TerminalBidi(environment: environment) {
      case .none: .visual
      case .turnsWords: .visualWords
      case .reordersLines: .logical
      }
    }
  }
}

/// What a terminal does with text that reads from right to left, while the program that draws asks
/// for explicit mode (``TextOrder/explicitMode``).
///
/// The terminals are those of https://terminal-wg.pages.freedesktop.org/bidi/prior-work/terminals.html
/// and of the manuals of VTE, mintty and kitty. Nothing tells whether users changed a terminal's
/// setting, so that there's one of ours.
package enum TerminalBidi: Hashable, Sendable {
  /// Shows each character where it's placed, as xterm and most others do. VTE and mintty do so in
  /// explicit mode.
  case none
  /// Draws adjoining letters from right to left, and leaves words where they are (kitty without
  /// `force_ltr`).
  case turnsWords
  /// Reorders each line, and can't be asked not to.
  case reordersLines

  package init(environment: [String: String]) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    let type = environment["TERM"] ?? ""
    // tmux and GNU screen don't pass explicit mode on to the terminal that they're in.
    let isNested = has("TMUX") || has("STY") || ["tmux", "screen"].contains(where: type.hasPrefix)
    let program = environment["TERM_PROGRAM"] ?? ""
    let hasExplicitMode = has("VTE_VERSION") || program == "mintty"
    // Terminals that are started from another one have its variables, too.
    if type.hasPrefix("xterm-kitty") {
      self = .turnsWords
    } else if type == "dumb" || ["putty", "mlterm"].contains(where: type.hasPrefix)
      || ["KONSOLE_VERSION", "MLTERM", "INSIDE_EMACS"].contains(where: has)
      || program == "Apple_Terminal" || hasExplicitMode && isNested
    {
      self = .reordersLines
    } else if has("KITTY_WINDOW_ID") {
      self = .turnsWords
    } else {
      self = .none
    }
  }
}
