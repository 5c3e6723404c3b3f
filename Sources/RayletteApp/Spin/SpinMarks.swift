import Foundation
import LinkPreview
import Links

/// Records that a card came up, and looks up whether its link is saved.
extension AppState {
  /// Counts a link as seen, now that its card is on screen, and adds it to the history.
  mutating func countAsSeen(_ spin: Spin) -> [Effect] {
    // Such a link may only be out of reach. Without a network it comes up again.
    if case .failed(let failure, since: nil) = spin.phase, hostSearch.isDoubtful(failure) {
      hostSearch.postpone(spin.id)
      return []
    }
    var effects: [Effect] = []
    if let origin = spin.origin, !origin.isCounted {
      trail.update(spin.id) { $0.origin?.isCounted = true }
      let startsOver =
        origin.wheel == wheel.id ? wheel.markSeen(origin.drawn) : origin.drawn.startsOver
      if startsOver {
        effects.append(
          .write(.startOver(origin.wheel, round: origin.drawn.round, origin.narrowing)))
      }
      effects.append(.write(.markSeen(spin.link.address, origin.wheel)))
    }
    return effects + record(spin)
  }

  /// Adds a card to the history, also of a page that didn't load or was skipped before that.
  func record(_ spin: Spin) -> [Effect] {
    guard saved.writeError == nil else { return [] }
    let isShown = if case .shown = spin.phase { true } else { false }
    let visit = Visit(
      address: spin.link.address, title: spin.knownTitle, wheel: spin.origin?.name ?? "",
      seenAt: self.now)
    return [.write(.record(visit, isShown: isShown))]
  }

  /// Checks whether the link on Spin is saved under its own address or its final URL.
  mutating func lookUpSpin() -> [Effect] {
    guard let spin else { return [] }
    let id = nextRequest()
    var urls = [spin.url]
    if case .shown(let entry) = spin.phase, entry.metadata.url != spin.url {
      urls.append(entry.metadata.url)
    }
    // Only the latest answer includes what was saved or removed in the meantime.
    let cancellation = self.spin?.lookUp.begin(id, urls) ?? []
    return cancellation + [.read(.savedLink(id, urls))]
  }

  mutating func endLookUp(_ id: RequestID, _ link: SavedLink?) {
    trail.update(where: { $0.lookUp.isPending(id) }) {
      _ = $0.lookUp.end(id)
      $0.saved = link
    }
  }
}
