import Localization

/// The reason the program can't run in this terminal. The description is one line for people.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  case unknownType(String)
  /// A terminal that can only print lines.
  case unfit(String)

  package var description: String {
    switch self {
    case .notATerminal:
      localized("needs a terminal: standard input and output may not be redirected")
    case .unknownType(""):
      localized("the environment variable TERM is not set; try TERM=xterm-256color")
    case .unknownType(let name):
      localized("the terminal type \"\(name)\" is not known here; try TERM=xterm-256color")
    case .unfit(let name):
      localized("a terminal of type \"\(name)\" can't place text; try TERM=xterm-256color")
    }
  }
}
