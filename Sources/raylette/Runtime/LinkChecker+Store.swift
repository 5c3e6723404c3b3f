import Foundation
import LinkPreview
import LinkStore

extension LinkChecker {
  /// What is known from the last hour, else what is found now, which is on disk at once.
  func freshOutcome(
    of link: SavedLink, keepingIn store: SavedLinkStore
  ) async -> LinkCheck.Outcome? {
    if let known = link.check, known.checkedAt > Date() - 3600 { return known.outcome }
    guard let outcome = await outcome(of: link.url).map(LinkCheck.Outcome.init) else { return nil }
    try? await store.mark([link.id: LinkCheck(outcome: outcome, checkedAt: Date())])
    return outcome
  }
}

extension LinkCheck.Outcome {
  init(_ outcome: LinkProbe.Outcome) {
    self =
      switch outcome {
      case .ok: .ok
      case .moved(let target): .moved(to: target)
      case .gone: .gone
      case .failed(let error): .unreachable(error.detail ?? error.sentence)
      }
  }
}
