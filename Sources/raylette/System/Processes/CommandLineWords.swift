/// The words of a command in an environment variable such as `BROWSER` or `EDITOR`.
enum CommandLineWords {
  /// Commands as lists of words. White space parts words; what stands in `"…"` or `'…'` holds together,
  /// without the quotes, as in a shell. Nothing is expanded, and no shell is used.
  ///
  ///     CommandLineWords.lists(in: #"firefox "%s":w3m"#, separator: ":")
  ///     // [["firefox", "%s"], ["w3m"]]
  /// - Parameter separator: parts commands; nil where there is only one.
  static func lists(in text: String, separator: Character? = nil) -> [[String]] {
    var lists: [[String]] = [[]]
    var word: String?
    var quote: Character?
    func endWord() {
      if let word, !(lists[lists.count - 1].isEmpty && word.isEmpty) {
        lists[lists.count - 1].append(word)
      }
      word = nil
    }
    for character in text {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word?.append(character)
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        endWord()
      } else if character == separator {
        endWord()
        lists.append([])
      } else {
        word = (word ?? "") + String(character)
      }
    }
    endWord()
    return lists.filter { !$0.isEmpty }
  }
}
