import Localization
import TerminalGrid

/// A one-line message about the latest event.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case success, information, failure }
  var kind: Kind
  var text: String

  static func success(_ text: String) -> Notice { Notice(kind: .success, text: text) }
  static func information(_ text: String) -> Notice { Notice(kind: .information, text: text) }
  static func failure(_ text: String) -> Notice { Notice(kind: .failure, text: text) }

  /// The notice with a later one behind it, unless one of them is a failure.
  /// - Returns: nil if the later one should stand alone.
  func followed(by later: Notice) -> Notice? {
    if kind == .failure || later.kind == .failure { return nil }
    return text.contains(later.text)
      ? self : Notice(kind: kind, text: [text, later.text].paragraph)
  }
}

/// The lines of a notice. Shows the whole text if possible: on one line, if necessary with shorter
/// file paths, or else on more lines.
struct NoticeLines {
  let lines: [String]

  /// The maximum number of lines, more than any notice needs on the smallest terminal.
  private static let limit = 6

  init(_ text: String, columns: Int, ellipsis: String) {
    let spellings = ([text] + Self.shortened(text, ellipsis: ellipsis)).map { spelling in
      let lines = TextWrapping.lines(spelling, columns: columns, limit: .max)
      let breaksWord = spelling.split(separator: " ").contains {
        DisplayWidth.columns(of: String($0)) > columns
      }
      return (text: spelling, rank: (lines.count, breaksWord ? 1 : 0))
    }
    // Of the spellings with the fewest lines, picks the one with the longest paths.
    let best = spellings.min { $0.rank < $1.rank }?.text ?? text
    lines = TextWrapping.lines(best, columns: columns, limit: Self.limit, ellipsis: ellipsis)
  }

  /// Returns the text with its paths and addresses shortened in the middle, the longest spelling
  /// first: `/home/…/raylette/saved.sqlite`, `/home/…/saved.sqlite`.
  static func shortened(_ text: String, ellipsis: String) -> [String] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(PathWord.init)
    let longest = words.map(\.middle.count).max() ?? 0
    return (0..<longest).map { dropped in
      words.map { $0.text(dropping: dropped + 1, ellipsis: ellipsis) }.joined(separator: " ")
    }
  }
}

/// A word that may be a path or an address, in parts between its slashes.
private struct PathWord {
  /// The root and its first folder, the home folder, or the host. The whole word if it isn't a
  /// path.
  private let head: String
  /// The folders that may be left out.
  let middle: [Substring]
  private let name: String?

  init(_ word: Substring) {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    let headCount =
      switch parts[0].drop(while: Self.opening.contains) {
      case "": 2
      case "~": 1
      case "http:", "https:": 3
      default: Int.max
      }
    guard parts.count > 1, headCount < parts.count - 1 else {
      (head, middle, name) = (String(word), [], nil)
      return
    }
    head = parts.prefix(headCount).joined(separator: "/")
    middle = Array(parts[headCount..<parts.count - 1])
    name = parts.last.map(String.init)
  }

  /// Returns the word without the first parts of its middle.
  func text(dropping count: Int, ellipsis: String) -> String {
    guard let name else { return head }
    let kept = middle.dropFirst(count).map(String.init)
    let gap = count > 0 && !middle.isEmpty ? [ellipsis] : []
    return ([head] + gap + kept + [name]).joined(separator: "/")
  }

  private static let opening: Set<Character> = ["\"", "'", "("]
}
