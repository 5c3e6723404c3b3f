import LinkPreview
import Markup
import TerminalGrid

/// Where commands print lines for people: results to standard output, the rest to standard error. All
/// of it is cleaned here, whatever it came from: a page, a file's name, an argument or the config file.
enum CommandOutput {
  /// Prints a line of the result.
  static func print(_ line: String) throws(CommandFailure) {
    try StandardOutput.put("\(TerminalText.cleaned(line))\n")
  }

  /// Prints columns of the result with tabs between. What is not for a terminal keeps the sequences
  /// that terminals disagree about, such as emoji of several people.
  static func print(columns: [String], lineEnd: String = "\n") throws(CommandFailure) {
    let isTerminal = StandardStream.output.isTerminal
    let cleaned = columns.map { column in
      isTerminal ? TerminalText.cleaned(column) : PlainText.folded(column, limit: 5_000) ?? ""
    }
    try StandardOutput.put("\(cleaned.joined(separator: "\t"))\(lineEnd)")
  }

  /// Prints a message, of several lines if it has them. One that can't be written is given up: there
  /// is nowhere left to say so.
  static func report(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let cleaned = lines.map { TerminalText.cleaned(String($0)) }.joined(separator: "\n")
    StandardStream.error.write("\(cleaned)\n")
  }
}

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
