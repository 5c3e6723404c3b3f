import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Prints lines for people: results to standard output, messages to standard error. Sanitises all
/// of them here, because they may come from a page, a file name, an argument or the config file.
enum CommandOutput {
  /// Prints a line of the result.
  static func print(_ line: String) throws(CommandFailure) {
    try StandardOutput.put("\(TerminalText.cleaned(line))\n")
  }

  /// Prints tab-separated columns of the result. Output that isn't for a terminal is in English, and
  /// keeps the sequences that terminals disagree about, such as emoji of several people.
  static func print(
    columns: @autoclosure () -> [String], lineEnd: String = "\n"
  ) throws(CommandFailure) {
    let isTerminal = StandardStream.output.isTerminal
    let columns = isTerminal ? columns() : Catalogue.with(.english, columns)
    let cleaned = columns.map { column in
      isTerminal ? TerminalText.cleaned(column) : PlainText.folded(column, limit: 5_000) ?? ""
    }
    try StandardOutput.put("\(cleaned.joined(separator: "\t"))\(lineEnd)")
  }

  /// Prints a JSON object on one line.
  /// - Parameter object: made in English, because programs read it, in whatever language the user
  ///   reads.
  static func printJSON(
    _ object: @autoclosure () -> JSONObject, lineEnd: String = "\n"
  ) throws(CommandFailure) {
    try StandardOutput.put(Catalogue.with(.english) { object() }.line + lineEnd)
  }

  /// Runs the body of a command that prints columns or JSON whose texts are made before. They're in
  /// English unless people read them on a terminal, so that scripts work in every language.
  static func inResultLanguage<Value>(
    isJSON: Bool = false, _ body: () async throws -> Value
  ) async throws -> Value {
    guard isJSON || !StandardStream.output.isTerminal else { return try await body() }
    return try await Catalogue.run(in: .english, body)
  }

  /// Prints a message of one or more lines, without the passwords of the addresses in it, because
  /// messages end up in logs. Ignores write errors, because no other stream could report them.
  static func report(_ message: String) {
    let lines = message.withoutLogins.split(separator: "\n", omittingEmptySubsequences: false)
    let cleaned = lines.map { TerminalText.cleaned(String($0)) }.joined(separator: "\n")
    StandardStream.error.write("\(cleaned)\n")
  }
}

/// Makes text safe to print on a terminal.
enum TerminalText {
  /// Returns one line as the program's screen would show it: without escape sequences, control
  /// characters and bidi overrides, and with as many combining marks as fit into a cell. Truncates
  /// very long lines with an ellipsis.
  static func cleaned(_ line: String) -> String {
    // Most lines have nothing to clean, such as those for each of many links.
    let isPlain = line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain, line.utf8.count <= limit { return line }
    let scalars = line.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else { return glyphs(of: line) }
    return glyphs(of: String(scalars[..<end])) + "…"
  }

  /// The maximum length in scalars, longer than any message should be.
  private static let limit = 10_000

  private static func glyphs(of text: String) -> String {
    DisplayWidth.glyphs(of: text).map(\.text).joined()
  }
}
