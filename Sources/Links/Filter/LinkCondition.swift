import Localization

/// A filter's condition on a link apart from its text, such as `is:dead`, `has:text` or
/// `before:2026`.
package struct LinkCondition: Hashable, Sendable {
  package enum Requirement: Hashable, Sendable {
    case state(State)
    case has(Part)
    /// The link was saved before a point in time.
    case before(PointInTime)
    /// The link was saved at a point in time or later.
    case after(PointInTime)
  }

  package enum State: Hashable, Sendable {
    /// The result of the last check.
    case checked(LinkCheck.State)
    case untagged, noted, unfetched
    // See ReadingState.
    case unread, reading, read
  }

  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The kept text of the page.
    case text
    case note, tags
  }

  package var requirement: Requirement
  package var isExcluded = false

  /// The prefixes of words that state a condition.
  static let prefixes = [statePrefix, partPrefix, beforePrefix, afterPrefix]
  static let statePrefix = "is:"
  static let partPrefix = "has:"
  private static let beforePrefix = "before:"
  private static let afterPrefix = "after:"

  /// Parses a word that begins with one of the ``prefixes``. Returns nil if it's unknown or
  /// incomplete.
  package init?(_ word: some StringProtocol, isExcluded: Bool) {
    let word = word.lowercased()
    func value(after prefix: String) -> String? {
      word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : nil
    }
    if let state = value(after: Self.statePrefix).flatMap(State.init(word:)) {
      requirement = .state(state)
    } else if let part = value(after: Self.partPrefix).flatMap(Part.init) {
      requirement = .has(part)
    } else if let point = value(after: Self.beforePrefix).flatMap(PointInTime.init) {
      requirement = .before(point)
    } else if let point = value(after: Self.afterPrefix).flatMap(PointInTime.init) {
      requirement = .after(point)
    } else {
      return nil
    }
    self.isExcluded = isExcluded
  }

  /// Whether the condition depends on more than the link itself.
  package var readsArticles: Bool {
    switch requirement {
    case .state(let state): state.isOfReading
    case .has(let part): part == .text
    case .before, .after: false
    }
  }
}

extension LinkCondition.Part {
  /// The links that it finds.
  var meaning: String {
    switch self {
    case .text: localized("whose text is kept")
    case .note: localized("with a note")
    case .tags: localized("with tags")
    }
  }
}

extension LinkCondition.State: CaseIterable {
  /// The states in the order in which people want them most.
  package static let allCases: [Self] =
    [.unread, .reading, .read, .untagged, .noted]
    + LinkCheck.State.allCases.filter { $0.filterWord != nil }.map(Self.checked)
    + [.unfetched]

  init?(word: String) {
    guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = state
  }

  /// The word after `is:`.
  package var word: String {
    switch self {
    case .checked(let state): state.filterWord ?? state.rawValue
    case .untagged: "untagged"
    case .noted: "noted"
    case .unfetched: "unfetched"
    case .unread: "unread"
    case .reading: "reading"
    case .read: "read"
    }
  }

  /// The links that it finds.
  var meaning: String {
    switch self {
    case .checked(let state): state.filterMeaning
    case .untagged: localized("without tags")
    case .noted: LinkCondition.Part.note.meaning
    case .unfetched: localized("pages not fetched yet")
    case .unread: localized("not yet read here")
    case .reading: localized("begun, not marked read")
    case .read: localized("marked as read")
    }
  }

  fileprivate var isOfReading: Bool {
    switch self {
    case .unread, .reading, .read: true
    case .checked, .untagged, .noted, .unfetched: false
    }
  }
}

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
