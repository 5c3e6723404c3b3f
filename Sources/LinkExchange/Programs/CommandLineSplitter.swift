import Foundation

/// A command in an environment variable such as `BROWSER` or `EDITOR`.
package struct CommandLine: Equatable, Sendable {
  /// The program and its arguments.
  package var words: [String]
  /// Whether the command ends in `&`, so that nobody waits for its end.
  package var isInBackground = false

  package init(words: [String], isInBackground: Bool = false) {
    self.words = words
    self.isInBackground = isInBackground
  }
}

/// Splits a command in an environment variable such as `BROWSER` or `EDITOR` into words.
package enum CommandLineSplitter {
  /// Returns the commands that have any words. White space separates words. As in a shell, `"…"` and
  /// `'…'` enclose a word, and a backslash keeps the next character as it is (POSIX, Shell Command
  /// Language, section 2.2). Nothing is expanded, and no shell is used.
  ///
  ///     CommandLineSplitter.commands(in: #"firefox "%s":w3m"#, separator: ":").map(\.words)
  ///     // [["firefox", "%s"], ["w3m"]]
  /// - Parameters:
  ///   - separator: the separator between commands, or nil if there's only one command.
  ///   - isProgram: whether a text as a whole is the path of a program, which may contain spaces. It
  ///     isn't split then.
  package static func commands(
    in text: String, separator: Character? = nil, isProgram: (String) -> Bool = isProgram
  ) -> [CommandLine] {
    if isProgram(text) { return [CommandLine(words: [text])] }
    return parts(of: text, separator: separator, isProgram: isProgram).compactMap { part in
      let whole = part.trimmingCharacters(in: .whitespacesAndNewlines)
      if isProgram(whole) { return CommandLine(words: [whole]) }
      return command(in: part)
    }
  }

  /// Whether a text is the path of an executable file.
  package static func isProgram(_ text: String) -> Bool {
    var isFolder: ObjCBool = false
    return text.contains("/")
      && FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: text)
  }

  /// A character, and whether quotes or a backslash keep it as it is. Nil at the place of quotes, so
  /// that `""` is a word.
  private typealias Kept = (character: Character?, isKept: Bool)

  private static func characters(of text: String) -> [Kept] {
    var kept: [Kept] = []
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil) where !rest.isEmpty:
        // A line break after it is taken away with it.
        if let next = rest.popFirst(), !next.isNewline { kept.append((next, true)) }
      case ("\\", "\"") where rest.first.map { "$`\"\\".contains($0) || $0.isNewline } == true:
        if let next = rest.popFirst(), !next.isNewline { kept.append((next, true)) }
      case (_, let open?):
        if character == open { quote = nil } else { kept.append((character, true)) }
      case ("\"", nil), ("'", nil):
        quote = character
        kept.append((nil, true))
      default: kept.append((character, false))
      }
    }
    return kept
  }

  /// Splits a text at the separators that aren't kept. The path of a program ends at the next
  /// separator, whatever quotes it contains.
  private static func parts(
    of text: String, separator: Character?, isProgram: (String) -> Bool
  ) -> [String] {
    guard let separator else { return [text] }
    var parts: [String] = []
    var rest = text[...]
    while true {
      let raw = rest.prefix { $0 != separator }
      let isPath = isProgram(raw.trimmingCharacters(in: .whitespacesAndNewlines))
      let end = isPath ? raw.endIndex : endOfPart(in: rest, separator: separator)
      parts.append(String(rest[..<end]))
      guard end < rest.endIndex else { return parts }
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func endOfPart(in text: Substring, separator: Character) -> String.Index {
    var quote: Character?
    var isKept = false
    for index in text.indices {
      let character = text[index]
      if isKept {
        isKept = false
      } else if character == separator, quote == nil {
        return index
      } else if character == "\\", quote != "'" {
        isKept = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
    }
    return text.endIndex
  }

  private static func command(in text: String) -> CommandLine? {
    var words: [String] = []
    var word: String?
    var characters = characters(of: text)
    while let last = characters.last, !last.isKept, last.character?.isWhitespace == true {
      characters.removeLast()
    }
    let isInBackground = characters.last.map { !$0.isKept && $0.character == "&" } ?? false
    if isInBackground { characters.removeLast() }
    for (character, isKept) in characters + [(" ", false)] {
      if let character, !isKept, character.isWhitespace {
        if let word, !(words.isEmpty && word.isEmpty) { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + (character.map(String.init) ?? "")
      }
    }
    return words.isEmpty ? nil : CommandLine(words: words, isInBackground: isInBackground)
  }
}
