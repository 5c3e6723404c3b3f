import Foundation

/// A request for the completions of the word at the cursor. The completion scripts send it:
/// `raylette ---complete SHELL PART WORD…`. The last word is the word at the cursor.
///
/// Prints `files` or `words` on the first line, and then one candidate per line. In zsh and fish, a
/// tab and a short description follow, because these shells show it. Prints no errors, because
/// they'd end up in the line that the user types.
struct CompletionRequest {
  private let shell: CompletionsCommand.Shell
  /// The part of the last word that bash replaces. Other shells replace the whole word.
  private let part: String
  private let arguments: [String]

  /// The name of the request. It has three dashes, because no option begins like this.
  static let name = "---complete"

  /// Returns nil for other arguments.
  init?(_ arguments: [String]) {
    guard arguments.count >= 3, arguments[0] == Self.name,
      let shell = CompletionsCommand.Shell(rawValue: arguments[1])
    else { return nil }
    self.shell = shell
    part = arguments[2]
    self.arguments = Array(arguments.dropFirst(3))
  }

  func response(environment: [String: String]) -> String {
    guard let root = CommandTree.root else { return "words\n" }
    let last = arguments.last ?? ""
    let before = arguments.dropLast().map { shell == .bash ? TypedWord($0).text : $0 }
    let store = StoreCompletions(environment: environment, wheel: Self.wheel(in: before))
    let completer = Completer(root: root, values: store.values)
    switch shell {
    case .bash:
      let word = BashWord(last, part: part)
      let completions = completer.completions(of: word.text, after: before)
      // If file names are possible, bash quotes the candidates itself.
      return text(completions) { word.insertion(of: $0.text, isQuoted: !completions.takesFiles) }
    case .zsh, .fish:
      let word = shell == .fish ? TypedWord(last).text : last
      return text(completer.completions(of: word, after: before)) { "\($0.text)\t\($0.help)" }
    }
  }

  /// Returns the wheel that the words before the cursor name.
  private static func wheel(in words: [String]) -> String? {
    let option = "--wheel"
    if let equals = words.last(where: { $0.hasPrefix("\(option)=") }) {
      return String(equals.dropFirst(option.count + 1))
    }
    guard let index = words.lastIndex(of: option) else { return nil }
    return words.dropFirst(index + 1).first
  }

  private func text(
    _ completions: Completer.Completions, line: (Completer.Candidate) -> String?
  ) -> String {
    // Control characters such as line breaks can't be typed, so a candidate with one is left out.
    let candidates = completions.candidates.filter { candidate in
      candidate.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    let lines = [completions.takesFiles ? "files" : "words"] + candidates.compactMap(line)
    return lines.joined(separator: "\n") + "\n"
  }
}
