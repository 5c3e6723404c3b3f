/// Finds the possible completions of the word at a command line's cursor.
struct Completer {
  let root: CommandTree
  /// Returns the values of a source for the word at the cursor.
  let values: (CompletionSource, String) -> [String]

  struct Candidate: Equatable {
    var text: String
    /// A short description of the candidate.
    var help = ""
  }

  struct Completions: Equatable {
    var candidates: [Candidate] = []
    /// Whether a file name is possible too, which the shell itself can complete.
    var takesFiles = false
  }

  /// - Parameters:
  ///   - word: the word up to the cursor, without quotes.
  ///   - words: the words before it, without the program's name.
  func completions(of word: String, after words: some Sequence<String>) -> Completions {
    let line = ParsedLine(words, root: root)
    if let option = line.pendingOption { return completions(for: option, word) }
    if line.isHelp { return Completions(candidates: commands(of: line.command)) }
    if !line.isTerminated, word.hasPrefix("-") {
      if let equals = word.firstIndex(of: "="),
        let option = line.option(named: String(word[..<equals])), option.kind == .option
      {
        var completions = completions(for: option, String(word[word.index(after: equals)...]))
        for index in completions.candidates.indices {
          completions.candidates[index].text = word[...equals] + completions.candidates[index].text
        }
        return completions
      }
      return Completions(candidates: options(of: line))
    }
    var result = line.positional.map { completions(for: $0, word) } ?? Completions()
    if line.positionalCount == 0, !line.isTerminated {
      result.candidates = commands(of: line.command) + result.candidates
    }
    return result
  }

  private func completions(for argument: CommandTree.Argument, _ word: String) -> Completions {
    let texts = argument.values + (argument.source.map { values($0, word) } ?? [])
    return Completions(
      candidates: texts.map { Candidate(text: $0) }, takesFiles: argument.takesFiles)
  }

  private func commands(of command: CommandTree) -> [Candidate] {
    command.commands.map { Candidate(text: $0.name, help: Self.firstClause(of: $0.abstract)) }
  }

  private func options(of line: ParsedLine) -> [Candidate] {
    line.remainingOptions.flatMap { option in
      option.optionNames.map {
        Candidate(text: $0, help: Self.firstClause(of: option.abstract ?? ""))
      }
    }
  }

  /// Returns the first clause of a help text, because a list of candidates has one short line for
  /// each.
  static func firstClause(of text: String) -> String {
    let ends = [". ", "; ", ": ", ", or ", "。", "；", "："].compactMap {
      text.firstRange(of: $0)?.lowerBound
    }
    let clause = text[..<(ends.min() ?? text.endIndex)]
    return String(clause.hasSuffix(".") ? clause.dropLast() : clause)
  }
}
