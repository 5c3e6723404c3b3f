import Foundation
import LinkPreview
import Links
import Markup

extension AppState {
  /// Shows the next link of the wheel. Skips a link that's still loading.
  mutating func spinWheel() -> [Effect] {
    // Failed pictures may load now.
    self.pictures.forgetFailures()
    if let effects = showPrefetched() { return effects }
    let id = nextRequest()
    return drawRequest.begin(id, wheel.id) + [draw(id)]
  }

  /// Picks a link and fetches its page.
  mutating func draw(_ id: RequestID) -> Effect {
    let draw = wheel.draw(
      excluding: (prefetch?.addresses ?? []) + [spin?.link.address].compactMap(\.self))
    return .fetch(.spin(id, draw, timeout: self.timeout, onlyCached: self.isOffline))
  }

  /// Shows the link that was picked, or keeps it for the next key.
  mutating func endDraw(_ id: RequestID, _ result: Result<SpinDraw?, StoreError>) -> [Effect] {
    if let effects = endPrefetch(id, result) { return effects }
    guard drawRequest.end(id) != nil else { return [] }
    switch result {
    case .success(let draw?):
      guard let spin = Spin(id: id, draw, of: wheel) else { return [.cancel(id)] }
      return showDrawn(spin)
    case .success(nil): notice = .information(emptyWheelMessage)
    case .failure(let error): notice = .failure("\(error).")
    }
    typeAhead.removeAll()
    return []
  }

  private var emptyWheelMessage: String {
    if self.isOffline { return "Offline, and no card of \(wheel.name) is cached." }
    return wheel.summary.neverCount > 0
      ? "No link of \(wheel.name) is left; N lists those that never come up again."
      : "\(wheel.name) has no links."
  }

  /// Shows a link that was picked, with the dead ones before it.
  mutating func showDrawn(_ spin: Spin, skipping skipped: [Spin] = []) -> [Effect] {
    let effects = abandonFetch() + showSkipped(skipped)
    trail.append(spin)
    if spin.isLoading {
      spinRequest.begin(spin.id, spin.url)
      return effects
    }
    return effects + countAsSeen(spin)
  }

  /// Adds dead links to the trail, where the user can look at them, and says so.
  mutating func showSkipped(_ skipped: [Spin]) -> [Effect] {
    guard let last = skipped.last else { return [] }
    let (what, isnt) =
      skipped.count == 1
      ? (last.url.displayHost, "isn't") : ("\(skipped.count) dead links", "aren't")
    notice = .information("Skipped \(what), which \(isnt) there any more. Press [ to look.")
    return skipped.flatMap { dead in
      trail.append(dead)
      return countAsSeen(dead)
    }
  }

  mutating func retrySpin() -> [Effect] {
    guard let spin, !spin.isLoading else { return [] }
    // A retry ignores the cache, because it's about the page as it is now.
    return load(spin, isNew: false, ignoringCache: true)
  }

  /// Shows another card of this session. Loads it if it was skipped before it had loaded.
  mutating func showSpin(at index: Int?) -> [Effect] {
    guard let index else { return [] }
    trail.show(index)
    guard let spin, spin.phase == .cancelled else { return lookUpSpin() }
    return load(spin, isNew: false)
  }

  /// Loads the page of a link.
  /// - Parameter isNew: Whether it's a new card. Otherwise, it replaces the card on screen.
  mutating func load(_ previous: Spin, isNew: Bool, ignoringCache: Bool = false) -> [Effect] {
    let id = nextRequest()
    // Failed pictures may load now.
    self.pictures.forgetFailures()
    let cancellation = abandonFetch()
    var spin = Spin(
      id: id, url: previous.url, link: previous.link, origin: previous.origin,
      phase: .loading(elapsed: .zero))
    if !isNew, case .shown(let entry) = previous.phase {
      spin.previous = entry
      spin.saved = previous.saved
    }
    if isNew { trail.append(spin) } else { self.spin = spin }
    spinRequest.begin(id, spin.url)
    let fetch = Effect.Fetch.preview(
      id, spin.url, timeout: self.timeout, ignoringCache: ignoringCache)
    return cancellation + [.fetch(fetch)] + lookUpSpin()
  }

  /// Cancels the fetch of the link that's loading, on screen or not.
  mutating func abandonFetch() -> [Effect] {
    var skipped: Spin?
    if let id = spinRequest.pendingID {
      trail.update(id) {
        $0.stopLoading()
        // A card that was loaded again is shown as it was.
        if $0.phase == .cancelled { skipped = $0 }
      }
    }
    return spinRequest.cancel() + (skipped.map(record) ?? [])
  }

  /// Cancels the fetch, and shows the card that was there before.
  mutating func cancelSpin() -> [Effect] {
    guard let spin, spin.isLoading else { return [] }
    let effects = abandonFetch()
    guard self.spin?.phase == .cancelled else {
      notice = .information("Stopped loading \(spin.url.displayHost) again.")
      return effects
    }
    trail.leaveCancelled()
    notice = .information("Cancelled \(spin.url.displayHost). Press ] to load it after all.")
    return effects + lookUpSpin()
  }

  mutating func progressSpin(_ id: RequestID, elapsed: Duration) {
    if spinRequest.isPending(id) { trail.update(id) { $0.phase = .loading(elapsed: elapsed) } }
  }

  mutating func endSpin(
    _ id: RequestID, _ result: Result<CachedMetadata, LinkMetadataError>, failedAt: Date?
  ) -> [Effect] {
    let network = failedAt == nil && isFetched(id) ? learn(from: result) : []
    if let effects = endPrefetch(id, page: result) { return network + effects }
    guard spinRequest.end(id) != nil else { return network }
    // An accessible screen has only one line for notices and status, and shows the newest.
    if self.appearance.isAccessible { (notice, networkNews) = (nil, nil) }
    if case .failure(let error) = result, stopReloading(id) {
      if spin?.id == id, error != .cancelled { notice = .failure(error.messageOfReload) }
      return network
    }
    trail.update(id) {
      $0.phase = Spin.Phase(result, failedAt: failedAt)
      $0.previous = nil
    }
    guard let spin = trail.spins.last(where: { $0.id == id }), result != .failure(.cancelled) else {
      return network
    }
    let isOutOfReach = self.isOffline && result.isOfMissingHost
    let seen = network + (isOutOfReach ? [] : countAsSeen(spin))
    // The page may be saved under the address that this one redirects to.
    if case .success(let entry) = result, entry.metadata.url != spin.url, self.spin?.id == id {
      return seen + lookUpSpin()
    }
    return seen
  }

  /// Whether a request for a page is the one for the card on screen or the next one.
  private func isFetched(_ id: RequestID) -> Bool {
    spinRequest.isPending(id) || prefetch?.id == id
  }

  /// Shows again what was shown before a page was loaded again.
  /// - Returns: Whether anything was.
  private mutating func stopReloading(_ id: RequestID) -> Bool {
    guard trail.spins.last(where: { $0.id == id })?.previous != nil else { return false }
    trail.update(id) { $0.stopLoading() }
    return true
  }

  mutating func refreshSpin(_ id: RequestID, _ entry: CachedMetadata) -> [Effect] {
    if prefetch?.id == id { prefetch?.refresh(entry) }
    trail.update(id) { if case .shown = $0.phase { $0.phase = .shown(entry) } }
    return learn(fromFailure: nil)
  }
}

extension Result where Failure == LinkMetadataError {
  fileprivate var isOfMissingHost: Bool {
    if case .failure(.failed(.hostNotFound)) = self { true } else { false }
  }
}
