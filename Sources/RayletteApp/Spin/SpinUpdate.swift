import Foundation
import LinkPreview
import LinkStore
import Markup

extension AppState {
  /// Picks a link from the wheel and loads its page. Skips a link that's still loading.
  mutating func spinWheel() -> [Effect] {
    guard let picked = wheel.pick(after: spin?.link),
      let url = URL(webAddress: picked.link.address),
      spin?.isLoading != true || picked.link != spin?.link
    else { return [] }
    let forgotten: [Effect] =
      picked.startedOver && wheel.isRemembered
      ? [.write(.forgetSeen(wheel.wheel.links.map(\.address)))] : []
    return forgotten + load(url, of: picked.link, isNew: true)
  }

  mutating func retrySpin() -> [Effect] {
    guard let spin, spin.failure != nil else { return [] }
    // A retry ignores the cache, because it's about the page as it is now.
    return load(spin.url, of: spin.link, isNew: false, ignoringCache: true)
  }

  /// Shows another card of this session. Loads it if it was skipped before it had loaded.
  mutating func showSpin(at index: Int?) -> [Effect] {
    guard let index else { return [] }
    trail.show(index)
    guard let spin, spin.phase == .cancelled else { return lookUpSpin() }
    return load(spin.url, of: spin.link, isNew: false)
  }

  /// - Parameter isNew: Whether it's a new card. Otherwise, it replaces the card on screen.
  private mutating func load(
    _ url: URL, of link: Wheel.Link, isNew: Bool, ignoringCache: Bool = false
  ) -> [Effect] {
    let id = nextRequest()
    // Failed pictures may load now.
    pictures.forgetFailures()
    let cancellation = abandonFetch()
    let spin = Spin(id: id, url: url, link: link, phase: .loading(elapsed: .zero))
    if isNew { trail.append(spin) } else { self.spin = spin }
    spinRequest.begin(id, url)
    let fetch = Effect.Fetch.preview(id, url, timeout: timeout, ignoringCache: ignoringCache)
    return cancellation + [.fetch(fetch)] + lookUpSpin()
  }

  /// Cancels the fetch of the link that's loading, on screen or not.
  private mutating func abandonFetch() -> [Effect] {
    if let id = spinRequest.pendingID { trail.update(id) { $0.phase = .cancelled } }
    return spinRequest.cancel()
  }

  /// Cancels the fetch, and shows the card that was there before.
  mutating func cancelSpin() -> [Effect] {
    guard let spin, spin.isLoading else { return [] }
    let effects = abandonFetch()
    trail.leaveCancelled()
    notice = .information("Cancelled \(spin.url.displayHost). Press ] to load it after all.")
    return effects + lookUpSpin()
  }

  mutating func progressSpin(_ id: RequestID, elapsed: Duration) {
    if spinRequest.isPending(id) { trail.update(id) { $0.phase = .loading(elapsed: elapsed) } }
  }

  mutating func endSpin(
    _ id: RequestID, _ result: Result<MetadataCache.Entry, LinkMetadataError>, failedAt: Date?
  ) -> [Effect] {
    guard spinRequest.end(id) != nil, let spin = trail.spins.last(where: { $0.id == id }) else {
      return []
    }
    // An accessible screen has only one line for notices and status, and shows the newest.
    if appearance.isAccessible { notice = nil }
    trail.update(id) {
      switch result {
      case .success(let entry): $0.phase = .shown(entry)
      case .failure(let error): $0.phase = .failed(error, since: failedAt)
      }
    }
    if result == .failure(.cancelled) { return [] }
    wheel.markSeen(spin.link)
    let seen: [Effect] = wheel.isRemembered ? [.write(.markSeen(spin.link.address))] : []
    // The page may be saved under the address that this one redirects to.
    if case .success(let entry) = result, entry.metadata.url != spin.url, self.spin?.id == id {
      return seen + lookUpSpin()
    }
    return seen
  }

  mutating func refreshSpin(_ id: RequestID, _ entry: MetadataCache.Entry) {
    trail.update(id) { if case .shown = $0.phase { $0.phase = .shown(entry) } }
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
