import ArgumentParser
import Localization

/// The text of `--help`.
enum HelpText {
  /// Returns the text to print for the parser's error: help, or the version.
  /// - Parameter columns: the width of lines.
  static func text(for error: any Error, columns: Int) -> String {
    guard Catalogue.current != nil else {
      return completed(RayletteCommand.fullMessage(for: error, columns: nil), columns: nil)
    }
    // The parser's words are found in lines that it hasn't broken.
    let text = completed(
      RayletteCommand.fullMessage(for: error, columns: unbroken), columns: unbroken)
    return LocalizedHelp(text)?.text(columns: columns) ?? text
  }

  /// A width that no line has.
  private static let unbroken = 1_000_000

  /// Adds the options of the default command to the help of `raylette`, because the parser explains
  /// them only in that of `raylette spin`.
  private static func completed(_ text: String, columns: Int?) -> String {
    guard text == RayletteCommand.helpMessage(includeHidden: false, columns: columns),
      let options = section(
        "OPTIONS:",
        of: RayletteCommand.helpMessage(
          for: SpinCommand.self, includeHidden: false, columns: columns)),
      let ownOptions = section("OPTIONS:", of: text)
    else { return text }
    return text.replacing(ownOptions, with: options, maxReplacements: 1)
  }

  /// Returns a section with its heading, without the blank line after it.
  private static func section(_ heading: String, of text: String) -> Substring? {
    guard let start = text.firstRange(of: "\n\(heading)\n") else { return nil }
    let fromHeading = text[text.index(after: start.lowerBound)...]
    let end = fromHeading.firstRange(of: "\n\n")?.lowerBound ?? fromHeading.endIndex
    return fromHeading[..<end].hasSuffix("\n")
      ? fromHeading[..<end].dropLast() : fromHeading[..<end]
  }
}
