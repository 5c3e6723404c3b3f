package import TerminalGrid

extension BidiPolicy {
  /// Returns the order in which a terminal expects text.
  /// - Parameters:
  ///   - isAccessible: whether the screen is for screen readers, which read characters in the order
  ///     in which they're sent.
  ///   - environment: the variables by which terminals are recognised.
  package func order(isAccessible: Bool, environment: [String: String]) -> TextOrder {
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

/// The way a terminal shows text from right to left to a program that asks for explicit mode
/// (``TextOrder/explicitMode``).
///
/// The terminals are those of
/// https://terminal-wg.pages.freedesktop.org/bidi/prior-work/terminals.html and of the manuals of
/// VTE, mintty and kitty. Users may have changed their terminal's setting, which no program can
/// find out, so the program has a setting of its own.
enum TerminalBidi: Hashable, Sendable {
  /// Shows each character at the position where it's sent, as xterm and most others do. VTE and
  /// mintty do so in explicit mode.
  case none
  /// Draws adjoining letters from right to left, and leaves words at their positions (kitty without
  /// `force_ltr`).
  case turnsWords
  /// Reorders each line, even in explicit mode.
  case reordersLines

  init(environment: [String: String]) {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    let type = environment["TERM"] ?? ""
    // tmux and GNU screen don't pass explicit mode on to the outer terminal.
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
