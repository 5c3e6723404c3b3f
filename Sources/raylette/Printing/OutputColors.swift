import TerminalGrid

/// The colours and control sequences that standard output supports.
struct OutputColors: Sendable {
  /// Whether styles are printed: on terminals, and to any output if `CLICOLOR_FORCE` is set
  /// (https://bixense.com/clicolors).
  let supportsSequences: Bool
  /// The number of colours that a theme may use.
  let count: Int
  let depth: ColorDepth

  /// - Parameter environment: contains `CLICOLOR_FORCE`, `TERM` and `COLORTERM`.
  init(environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "")
    supportsSequences = isForced || StandardStream.output.isTerminal && !Self.isDumb(environment)
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    let has256 = type.contains("256") || environment["COLORTERM"] != nil
    count = has256 ? 256 : 8
    depth = isDirect ? .direct : has256 ? .palette256 : .ansi8
  }

  /// Whether the terminal supports no control sequences.
  static func isDumb(_ environment: [String: String]) -> Bool { environment["TERM"] == "dumb" }
}
