import ArgumentParser

/// The text of `raylette --help`. Includes the options of the default command, which the parser
/// explains only in the help of `raylette spin`.
enum HelpText {
  /// Returns the text to print for the parser's help or version text.
  static func completed(_ text: String) -> String {
    guard text == RayletteCommand.helpMessage(),
      let options = section("OPTIONS:", of: RayletteCommand.helpMessage(for: SpinCommand.self)),
      let place = section("OPTIONS:", of: text)
    else { return text }
    return text.replacing(place, with: options, maxReplacements: 1)
  }

  /// Returns a section with its heading, without the blank line after it.
  private static func section(_ heading: String, of text: String) -> Substring? {
    guard let start = text.firstRange(of: "\n\(heading)\n") else { return nil }
    let rest = text[text.index(after: start.lowerBound)...]
    let end = rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex
    return rest[..<end].hasSuffix("\n") ? rest[..<end].dropLast() : rest[..<end]
  }
}
