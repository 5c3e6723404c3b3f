import Foundation

/// A text of the program that people read, such as a message, the explanation of a key, or a part
/// of either.
struct SpokenText: Hashable, Comparable {
  /// The file from `Sources`.
  let file: String
  let text: String
  private let wordCount: Int

  /// - Returns: nil for a text that isn't for people, such as the words of a parser.
  init?(_ literal: SourceLiterals.Literal, in file: String) {
    text = literal.text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.file = file
    let words = Self.words(of: text)
    wordCount = words.count
    let target = String(file.prefix { $0 != "/" })
    guard !literal.isNoun, wordCount > 1, text.contains(where: \.isWhitespace),
      !text.hasPrefix("Application Support/"), text.contains(where: \.isLowercase),
      !text.hasPrefix("<"),
      !Self.otherCalls.contains(Self.call(in: literal.before)),
      !Self.otherLabels.contains(where: { literal.before.trimmedEnd.hasSuffix($0) }),
      !Self.otherLists.contains(where: { Self.isList(literal.before, begunBy: $0) }),
      !Self.silentFiles.contains(where: { file.hasPrefix($0) }),
      Self.speakingTargets.contains(target) || Self.isProse(text, words)
    else { return nil }
  }

  /// Whether the text may be there only once. Few words have a meaning of their own in each place.
  var isSentence: Bool { wordCount > 2 || text.isEnded }

  static func < (a: SpokenText, b: SpokenText) -> Bool { (a.file, a.text) < (b.file, b.text) }

  /// The words outside of interpolations.
  private static func words(of text: String) -> [Substring] {
    var isInPlaceholder = false
    return text.split { character in
      if character == "{" { isInPlaceholder = true }
      if character == "}" { isInPlaceholder = false }
      return isInPlaceholder || !(character.isLetter || "'’-".contains(character))
    }
    .filter { $0.contains(where: \.isLetter) }
  }

  /// Returns the name of the function whose arguments the code ends in.
  static func call(in code: String) -> String {
    var depth = 0
    var rest = code[...]
    while let character = rest.popLast() {
      if character == ")" { depth += 1 }
      if character == "(" { depth -= 1 }
      if depth < 0 { break }
    }
    return String(rest.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
  }

  /// Functions whose arguments are something else: another program's words to look for, or markup.
  private static let otherCalls: Set = [
    "contains", "hasPrefix", "hasSuffix", "item", "rawMacro",
  ]

  /// Whether code ends in a list that begins so.
  private static func isList(_ code: String, begunBy beginning: String) -> Bool {
    code.range(of: beginning).map { !code[$0.upperBound...].contains("]") } ?? false
  }

  /// The beginnings of lists of names and words that other programs write.
  private static let otherLists = [
    "let names: Set = [", "let advice = [", "let connecting = [", "return [",
  ]

  /// The labels before statements for SQLite, before texts for developers, and before the syntax of
  /// commands.
  private static let otherLabels = [
    "sql:", "definition:", "debugDescription:", "usage:", "let usage =", "valueName:",
  ]

  /// Targets whose texts are nearly all for people.
  private static let speakingTargets: Set = [
    "CursesTerminal", "Favorites", "RayletteApp", "raylette",
  ]

  /// Files and folders with the words of pages, of other programs, and of programming languages.
  private static let silentFiles = [
    "Articles/Blocks/ScriptText.swift", "Articles/Code/", "Articles/Headings/",
    "Articles/Selection/", "Articles/Tree/",
    "Bookmarks/Formats/BookmarkFormat.swift", "Bookmarks/Formats/Netscape/NetscapeEncoder.swift",
    "LinkFetching/HTTP/RequestHeaders.swift",
    // Stored with the metadata of files.
    "LinkPreview/Extraction/Files/LinkedFile.swift",
    "LinkPreview/Extraction/BotWall.swift", "Markup/Charset/", "Markup/HTML/", "Markup/Tokenizer/",
    "RayletteApp/Reader/Code/", "raylette/Manual/Mdoc.swift",
  ]

  /// Whether a text of a library is prose, and not SQL, HTML or a list of words.
  private static func isProse(_ text: String, _ words: [Substring]) -> Bool {
    if text.contains(where: { "|<>=*_".contains($0) }) { return false }
    if words.contains(where: { sqlWords.contains(String($0)) }) { return false }
    return text.first?.isUppercase == true || text.isEnded
      || words.contains { smallWords.contains(String($0)) || $0.hasSuffix("n't") }
  }

  private static let sqlWords: Set = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "CASE", "IS", "DESC", "PRAGMA", "CREATE",
    "NULL", "AS", "NOT",
  ]

  private static let smallWords: Set = [
    "the", "a", "an", "is", "are", "be", "no", "not", "of", "to", "than", "too", "has", "without",
    "more", "for", "failed", "denied",
  ]
}

extension String {
  fileprivate var trimmedEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
  }

  /// Whether the text ends as a sentence does.
  fileprivate var isEnded: Bool { ".?!".contains(last ?? " ") }
}
