import Localization
import TerminalGrid

/// The argument parser's help text with its own words in the reader's language, laid out by the
/// columns that characters take. The texts of commands and options are in that language already.
struct LocalizedHelp {
  private enum Line {
    /// A paragraph, which is broken into lines.
    case paragraph(String)
    /// A command line or a blank line, which stays.
    case fixed(String)
    /// A name with its explanation.
    case entry(label: String, text: String)
  }

  private var lines: [Line] = []

  /// - Parameter help: the parser's text, whose paragraphs aren't broken into lines.
  /// - Returns: nil for any other text than help.
  init?(_ help: String) {
    guard ["OVERVIEW: ", "USAGE: "].contains(where: help.hasPrefix) else { return nil }
    // The usage ends in a blank line. The sections follow.
    var (isUsage, isEntry) = (false, false)
    for line in help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let heading = Self.heading(line) {
        isEntry = true
        lines.append(.fixed(heading))
      } else if isEntry {
        lines.append(Self.entry(line))
      } else if line.hasPrefix("OVERVIEW: ") {
        lines.append(.paragraph(localized("OVERVIEW: \(String(line.dropFirst(10)))")))
      } else if line.hasPrefix("USAGE: ") {
        isUsage = true
        lines.append(.fixed(localized("USAGE: \(String(line.dropFirst(7)))")))
      } else {
        lines.append(
          isUsage || line.isEmpty || line.hasPrefix(" ") ? .fixed(line) : .paragraph(line))
      }
    }
  }

  /// Returns the text with its lines broken.
  func text(columns: Int) -> String {
    lines.flatMap { line -> [String] in
      switch line {
      case .fixed(let text): [text]
      case .paragraph(let text): Self.broken(text, columns)
      case .entry(let label, let text): Self.laidOut(label, text, columns)
      }
    }.joined(separator: "\n")
  }

  // MARK: - The parser's words

  private static func heading(_ line: String) -> String? {
    switch line {
    case "ARGUMENTS:": localized("ARGUMENTS:")
    case "OPTIONS:": localized("OPTIONS:")
    case "SUBCOMMANDS:": localized("SUBCOMMANDS:")
    default: nil
    }
  }

  /// Parses a line of a section.
  private static func entry(_ line: String) -> Line {
    if let match = line.wholeMatch(of: #/ *See '(.*)' for detailed help\./#) {
      return .fixed("  " + localized("See '\(match.1)' for detailed help."))
    }
    // An explanation begins in its column, or after two spaces at least. A label that's longer has
    // its explanation in the next line.
    if let match = line.wholeMatch(of: #/ {26}(\S.*)/#) {
      return .entry(label: "", text: explanation(String(match.1)))
    }
    guard let match = line.wholeMatch(of: #/  (\S.*?)(?: {2,}(\S.*))?/#) else {
      return .fixed(line)
    }
    return .entry(
      label: label(String(match.1)), text: match.2.map { explanation(String($0)) } ?? "")
  }

  private static func label(_ text: String) -> String {
    text.wholeMatch(of: /(.*) \(default\)/).map { localized("\($0.1) (default)") } ?? text
  }

  /// The parser's explanations of its own options and commands.
  private static let ownSentences = [
    LocalizedText("Show help information."), LocalizedText("Show the version."),
    LocalizedText("Show subcommand help information."),
  ]

  private static func explanation(_ text: String) -> String {
    let own = ownSentences.first { sentence in
      Catalogue.with(.english) { sentence.text } == text
    }
    if let own { return own.text }
    if let match = text.wholeMatch(of: /(.*)\(values: (.*); default: (.*)\)/) {
      return String(match.1) + localized("(values: \(match.2); default: \(match.3))")
    }
    if let match = text.wholeMatch(of: /(.*)\(values: (.*)\)/) {
      return String(match.1) + localized("(values: \(match.2))")
    }
    if let match = text.wholeMatch(of: /(.*)\(default: (.*)\)/) {
      return String(match.1) + localized("(default: \(match.2))")
    }
    return text
  }

  // MARK: - Layout

  /// The column of explanations, as the parser has it.
  private static let indent = 26

  private static func laidOut(_ label: String, _ text: String, _ columns: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let start = label.isEmpty ? "" : "  \(label)"
    guard !text.isEmpty else { return [start] }
    let texts = broken(text, columns - indent).map { margin + $0 }
    let width = DisplayWidth.columns(of: start)
    guard width > 0 else { return texts }
    guard width < indent else { return [start] + texts }
    let first = start + String(texts[0].dropFirst(width))
    return [first] + texts.dropFirst()
  }

  private static func broken(_ text: String, _ columns: Int) -> [String] {
    let lines = TextWrapping.lines(text, columns: max(columns, 20), limit: .max)
    return lines.isEmpty ? [""] : lines
  }
}
