import ArgumentParser

/// The text of `raylette --help`. Includes the options of the default command, which the parser
/// explains only in the help of `raylette spin`.
enum HelpText {
  /// Returns the text to print for the parser's help or version text.
  static func completed(_ text: String) -> String {
    guard text == RayletteCommand.helpMessage(),
      let options = section("OPTIONS:", of: RayletteCommand.helpMessage(for: SpinCommand.self)),
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
