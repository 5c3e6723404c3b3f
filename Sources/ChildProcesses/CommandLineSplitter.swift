/// Splits a command in an environment variable such as `BROWSER` or `EDITOR` into words.
package enum CommandLineSplitter {
  /// Returns the words of each command. White space separates words. As in a shell, `"…"` and `'…'`
  /// enclose a word, and the quotes are removed. Nothing is expanded, and no shell is used.
  ///
  ///     CommandLineSplitter.lists(in: #"firefox "%s":w3m"#, separator: ":")
  ///     // [["firefox", "%s"], ["w3m"]]
  /// - Parameter separator: the separator between commands, or nil if there's only one command.
  package static func lists(in text: String, separator: Character? = nil) -> [[String]] {
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
