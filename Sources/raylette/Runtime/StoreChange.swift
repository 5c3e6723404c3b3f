import Foundation
import Links
import LinkStore
import RayletteApp

/// A change of what's stored that can be undone by another one.
enum StoreChange: Hashable, Sendable {
  case links(SavedChange)
  /// Marks pages as read or unread.
  case reading(ReadingChange)
  /// Makes a link or a host never come up again, or lets it.
  case never(NeverAgain)
  case allow(NeverAgain.Subject)

  /// What came of a change, which may be done only in part.
  struct Outcome: Sendable {
    /// Undoes what was changed; nil if nothing was.
    var inverse: StoreChange?
    /// What wasn't changed.
    var rest: StoreChange?
    /// Why there's a rest.
    var error: StoreError?
  }

  /// The number of links that it's about.
  var count: Int {
    switch self {
    case .links(let change): change.ids.count
    case .reading(let change): change.count
    case .never, .allow: 1
    }
  }

  /// Combines two parts of a change. What never comes up again has no parts.
  static func joined(_ one: StoreChange?, _ other: StoreChange?) -> StoreChange? {
    switch (one, other) {
    case (.links(let one)?, .links(let other)?):
      SavedChange.joined([one, other]).map { .links($0) }
    case (.reading(let one)?, .reading(let other)?):
      ReadingChange.joined([one, other]).map { .reading($0) }
    case (.links?, _), (.reading?, _), (.never?, _), (.allow?, _), (nil, _): other ?? one
    }
  }

  /// Makes the change, or a part of it if its task is cancelled or something fails.
  /// - Parameter progress: Called with the number of links that are done.
  func apply(
    to saved: SavedLinkStore, _ wheels: WheelStore, at date: Date,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async -> Outcome {
    switch self {
    case .links(let change):
      let outcome = await saved.applyInBatches(change, at: date, progress: progress)
      return Outcome(
        inverse: outcome.inverse.map { .links($0) }, rest: outcome.rest.map { .links($0) },
        error: outcome.error)
    case .reading(let change):
      let outcome = await saved.applyInBatches(change, at: date, progress: progress)
      return Outcome(
        inverse: outcome.inverse.map { .reading($0) }, rest: outcome.rest.map { .reading($0) },
        error: outcome.error)
    case .never, .allow:
      do throws(StoreError) {
        return Outcome(inverse: try await apply(to: wheels))
      } catch {
        return Outcome(rest: self, error: error)
      }
    }
  }

  private func apply(to wheels: WheelStore) async throws(StoreError) -> StoreChange? {
    switch self {
    case .never(let entry): try await wheels.never(entry) ? .allow(entry.subject) : nil
    case .allow(let subject): try await wheels.allow(subject).map { .never($0) }
    case .links, .reading: nil
    }
  }

  /// What the screen says of an outcome.
  func outcome(_ outcome: Outcome) -> ChangeOutcome {
    switch (self, outcome.inverse) {
    case (.links(let change), let inverse):
      let isRestoration = if case .restore = change { true } else { false }
      let changed = if case .links(let inverse)? = inverse { inverse.ids } else { [SavedLink.ID]() }
      return ChangeOutcome(
        changed: changed, isRestoration: isRestoration, interruption: outcome.error)
    case (.reading(let change), .reading(let inverse)?):
      var result = ChangeOutcome(interruption: outcome.error)
      result.reading = change.part(of: inverse)
      return result
    case (.never, .some), (.allow, .some): return .ofWheels
    case (_, _): return ChangeOutcome(interruption: outcome.error)
    }
  }
}
