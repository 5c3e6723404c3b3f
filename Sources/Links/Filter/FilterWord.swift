import Localization

/// A word of the filter language with its meaning, for the help, the manual and completion.
package struct FilterWord: Hashable, Sendable {
  /// The word as documentation writes it: `is:dead`, `site:host`.
  package let example: String
  /// The part to type before a value: `is:dead`, `site:`. Empty for text without a mark.
  package let text: String
  /// The links that it finds.
  package let meaning: String

  /// Whether a value follows the text.
  package var takesValue: Bool { example != text }

  init(_ example: String, typed text: String? = nil, _ meaning: String) {
    self.example = example
    self.text = text ?? example
    self.meaning = meaning
  }
}

extension SavedFilter {
  /// All words of the filter language. Those for text come first, then those for states, and then
  /// those for dates.
  package static var words: [FilterWord] {
    [
      FilterWord("words", typed: "", localized("with all of these words, or else similar titles")),
      FilterWord("\"phrase\"", typed: "\"", localized("words in this order")),
      FilterWord(
        "#tag", typed: "#", localized("with this whole tag; #ta* with one that begins so")),
      FilterWord("site:host", typed: "site:", localized("of this site")),
      FilterWord("text:word", typed: "text:", localized("in the text that's kept")),
      FilterWord("-not", typed: "-", localized("anything but that")),
    ]
      // has:note says the same.
      + LinkCondition.State.allCases.filter { $0 != .noted }.map { state in
        FilterWord(LinkCondition.statePrefix + state.word, state.meaning)
      }
      + LinkCondition.Part.allCases.map { part in
        FilterWord(LinkCondition.partPrefix + part.rawValue, part.meaning)
      } + dates
  }

  private static var dates: [FilterWord] {
    [
      FilterWord("after:today", localized("saved today")),
      FilterWord("after:7d", localized("saved in the last 7 days; also h, w, mo and y")),
      FilterWord("after:2026-01", localized("since that day or month")),
      FilterWord("before:1y", localized("saved more than a year ago")),
      FilterWord("before:2026-01", localized("before that day or month")),
    ]
  }
}
