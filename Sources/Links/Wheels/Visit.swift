public import Foundation
import Markup

/// A card that was shown, now or in an earlier session.
public struct Visit: Hashable, Sendable {
  /// Identifies a visit in the store.
  public typealias ID = Int64

  /// The id in the store; 0 for a visit that isn't stored.
  public var id: ID
  /// The address in the wheel.
  public var address: String
  /// The title of the card; nil if it had none.
  public var title: String?
  /// The name of the wheel that the card came from.
  public var wheel: String
  /// When the card was shown.
  public var seenAt: Date

  /// Creates a visit, which isn't stored without an id.
  public init(id: ID = 0, address: String, title: String?, wheel: String, seenAt: Date) {
    self.id = id
    self.address = address
    self.title = title
    self.wheel = wheel
    self.seenAt = seenAt
  }
}

/// Filters the history with a ``SavedFilter``: words in the title, the address or the name of the
/// wheel, `#wheel` for the wheel's whole name, `site:host`, and `before:` and `after:` for the time
/// when a card came up. Conditions that only saved links can meet, such as `is:dead`, match
/// everything.
public struct VisitFilter: Sendable {
  private let filter: SavedFilter
  private let now: Date
  private var folding = ScalarFolding()
  private var words: [FoldedWords]
  private let wheels: [(isWanted: @Sendable (String) -> Bool, isExcluded: Bool)]

  /// - Parameters:
  ///   - filter: the filter as typed by the user.
  ///   - now: the current time, which conditions such as `after:7d` depend on.
  public init(_ filter: SavedFilter, now: Date) {
    self.filter = filter
    self.now = now
    wheels = filter.tags.map { ($0.matcher, $0.isExcluded) }
    words = []
    words = filter.terms.map { FoldedWords($0.text, folding: &folding) }
  }

  /// Whether a card matches all parts of the filter.
  public mutating func matches(_ visit: Visit) -> Bool {
    for condition in filter.conditions where !matches(visit, condition) { return false }
    for (isWanted, isExcluded) in wheels where isWanted(visit.wheel) == isExcluded { return false }
    for (term, words) in zip(filter.terms, words) where !words.isEmpty {
      let isFound = texts(of: visit, for: term.scope).contains { text in
        let match = FoldedWords(text, folding: &folding).match(of: words)
        return match == .wholeWord || (match == .prefix && !term.isPhrase)
          || match == .inside && term.isOfSpacelessScript
      }
      if isFound == term.isExcluded { return false }
    }
    return true
  }

  private func texts(of visit: Visit, for scope: SavedFilter.Term.Scope) -> [String] {
    switch scope {
    case .anywhere: [visit.title ?? "", visit.address, visit.wheel]
    case .host: WebAddress(visit.address).map { [$0.displayHost] } ?? []
    // The texts of visited pages aren't kept.
    case .text: []
    }
  }

  private func matches(_ visit: Visit, _ condition: LinkCondition) -> Bool {
    switch condition.requirement {
    case .state, .has: true
    case .before(let point): (visit.seenAt < point.date(now: now)) != condition.isExcluded
    case .after(let point): (visit.seenAt >= point.date(now: now)) != condition.isExcluded
    }
  }
}
