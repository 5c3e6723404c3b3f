package import Foundation
package import LinkFetching
import LinkPreview
package import LinkStore
package import Links
import Localization
import TaskLimits

extension LinkChecker {
  /// Checks saved links, ``MetadataLoader/concurrency`` of them at a time. Each outcome is stored at
  /// once, so that the next check continues after a stopped one.
  /// - Parameters:
  ///   - now: returns the current time.
  ///   - progress: called with the number of checked links.
  ///   - use: called with each outcome. Moved links come last, because a later result may show that
  ///     other pages lead to the same address.
  package func check<Failure: Error>(
    _ links: [SavedLink], storingIn store: SavedLinkStore, at now: @escaping @Sendable () -> Date,
    progress: (Int) -> Void, use: (SavedLink, LinkCheck.Outcome) throws(Failure) -> Void
  ) async throws(Failure) {
    var done = 0
    var moved: [(link: SavedLink, outcome: LinkCheck.Outcome)] = []
    try await links.concurrently(limit: MetadataLoader.concurrency) {
      await self.freshOutcome(of: $0, storingIn: store, at: now)
    } use: { link, outcome throws(Failure) in
      if case .moved? = outcome, let outcome {
        moved.append((link, outcome))
      } else if let outcome {
        try use(link, outcome)
      }
      done += 1
      progress(done)
    }
    let stored = (try? await store.links(moved.map(\.link.id))) ?? []
    let outcomes = stored.reduce(into: [:]) { $0[$1.id] = $1.check?.outcome }
    for (link, outcome) in moved { try use(link, outcomes[link.id] ?? outcome) }
  }

  /// Returns the outcome of a check within the last hour. If there's none, checks the link now and
  /// stores the outcome at once.
  package func freshOutcome(
    of link: SavedLink, storingIn store: SavedLinkStore, at now: @Sendable () -> Date
  ) async -> LinkCheck.Outcome? {
    if let known = link.check, known.checkedAt > now() - 3600 { return known.outcome }
    let checked = await Catalogue.run(in: .stored) {
      await outcome(of: link.url).map(LinkCheck.Outcome.init)
    }
    guard let outcome = checked else { return nil }
    let marked = try? await store.mark([link.id: LinkCheck(outcome: outcome, checkedAt: now())])
    return marked?[link.id] ?? outcome
  }
}

extension LinkCheck.Outcome {
  fileprivate init(_ outcome: LinkProbe.Outcome) {
    self =
      switch outcome {
      case .ok: .ok
      case .moved(let target): .moved(to: target)
      case .gone: .gone
      case .failed(let error): .unreachable(error.detail ?? error.sentence)
      }
  }
}
