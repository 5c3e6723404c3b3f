package import Foundation
package import LinkFetching
import LinkPreview
package import Links
package import LinkStore
import Localization

extension LinkChecker {
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
