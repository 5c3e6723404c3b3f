/// The reason the program can't run in this terminal. The description is one line for people.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  case unknownType(String)
  /// A terminal that can only print lines.
  case unfit(String)

  public var description: String {
    switch self {
    case .notATerminal: "needs a terminal: standard input and output may not be redirected"
    case .unknownType(""): "the environment variable TERM is not set; try TERM=xterm-256color"
    case .unknownType(let name):
      "the terminal type \"\(name)\" is not known here; try TERM=xterm-256color"
    case .unfit(let name):
      "a terminal of type \"\(name)\" can't place text; try TERM=xterm-256color"
    }
  }
}
