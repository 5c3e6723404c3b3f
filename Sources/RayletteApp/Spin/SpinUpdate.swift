import Foundation
import LinkPreview
import Links
import Markup

extension SpinState {
  mutating func update(_ action: SpinAction, in turn: inout Turn) -> [Effect] {
    switch action {
    case .spinPressed: return spin(in: &turn)
    case .cancelPressed: return cancel(in: &turn)
    case .retryPressed: return retry(in: &turn)
    case .trailPressed(let step): return show(at: trail.target(ofStep: step), in: &turn)
    case .trailPicked(let index): return show(at: index, in: &turn)
    case .visitChosen(let visit): return show(visit, in: &turn)
    case .tagsEntered(let id, let text): tag(id, text, in: &turn)
    case .savePressed: save(in: &turn)
    case .neverPressed(let wholeHost): return never(wholeHost: wholeHost, in: &turn)
    case .drawn(let id, let result): return endDraw(id, result, in: &turn)
    case .progressed(let id, let elapsed):
      if fetchRequest.isPending(id) { trail.update(id) { $0.phase = .loading(elapsed: elapsed) } }
    case .refreshed(let id, let entry): return refresh(id, entry, in: &turn)
    case .lookedUp(let id, let link):
      trail.update(where: { $0.lookUp.isPending(id) }) {
        _ = $0.lookUp.end(id)
        $0.saved = link
      }
    case .recentRead(let id, let result): recentlySaved.end(id, result)
    case .noteWritten(let id, let result): endNote(of: id, result, in: &turn)
    }
    return []
  }

  /// Says what's new, and requests what the tab shows and needs next.
  /// - Parameters:
  ///   - isInFront: Whether nothing is in front of the tab.
  ///   - isWelcoming: Whether links are saved, which the screen before the first spin shows.
  mutating func reconcile(
    isInFront: Bool, isWelcoming: Bool, in turn: inout Turn
  ) -> [Effect] {
    reconcileNetworkNews(isOnScreen: isInFront, in: &turn)
    return reconcilePrefetch(in: &turn)
      + reconcileRecentlySaved(isWelcoming: isWelcoming, in: &turn)
  }

  // MARK: - Picking a link

  /// Shows the next link of the wheel. Skips a link that's still loading.
  mutating func spin(in turn: inout Turn) -> [Effect] {
    // Failed pictures may load now.
    turn.ask(.retryFailedPictures)
    if let effects = showPrefetched(in: &turn) { return effects }
    let id = turn.nextRequest()
    return drawRequest.begin(id, wheel.id) + [draw(id, in: turn.surroundings)]
  }

  /// Picks a link and fetches its page.
  mutating func draw(_ id: RequestID, in surroundings: Surroundings) -> Effect {
    let draw = wheel.draw(
      excluding: (prefetch?.addresses ?? []) + [card?.link.address].compactMap(\.self))
    return .fetch(
      .spin(id, draw, timeout: surroundings.timeout, onlyCached: surroundings.isOffline))
  }

  /// Shows the link that was picked, or keeps it for the next key.
  private mutating func endDraw(
    _ id: RequestID, _ result: Result<SpinDraw?, StoreError>, in turn: inout Turn
  ) -> [Effect] {
    if let effects = endPrefetch(id, result, in: &turn) { return effects }
    guard drawRequest.end(id) != nil else { return [] }
    switch result {
    case .success(let draw?):
      guard let spin = Spin(id: id, draw, of: wheel) else { return [.cancel(id)] }
      return showDrawn(spin, in: &turn)
    case .success(nil):
      turn.notice = .information(emptyWheelMessage(isOffline: turn.surroundings.isOffline))
    case .failure(let error): turn.notice = .failure("\(error).")
    }
    turn.ask(.dropTypeAhead)
    return []
  }

  private func emptyWheelMessage(isOffline: Bool) -> String {
    if isOffline { return "Offline, and no card of \(wheel.name) is cached." }
    return wheel.summary.neverCount > 0
      ? "No link of \(wheel.name) is left; N lists those that never come up again."
      : "\(wheel.name) has no links."
  }

  /// Shows a link that was picked, with the dead ones before it.
  mutating func showDrawn(
    _ spin: Spin, skipping skipped: [Spin] = [], in turn: inout Turn
  ) -> [Effect] {
    let effects = abandonFetch(in: turn.surroundings) + showSkipped(skipped, in: &turn)
    trail.append(spin)
    if spin.isLoading {
      fetchRequest.begin(spin.id, spin.url)
      return effects
    }
    return effects + countAsSeen(spin, in: turn.surroundings)
  }

  /// Adds dead links to the trail, where the user can look at them, and says so.
  mutating func showSkipped(_ skipped: [Spin], in turn: inout Turn) -> [Effect] {
    guard let last = skipped.last else { return [] }
    let (what, isnt) =
      skipped.count == 1
      ? (last.url.displayHost, "isn't") : ("\(skipped.count) dead links", "aren't")
    turn.notice = .information("Skipped \(what), which \(isnt) there any more. Press [ to look.")
    return skipped.flatMap { dead in
      trail.append(dead)
      return countAsSeen(dead, in: turn.surroundings)
    }
  }

  // MARK: - Loading a card

  private mutating func retry(in turn: inout Turn) -> [Effect] {
    guard let card, !card.isLoading else { return [] }
    // A retry ignores the cache, because it's about the page as it is now.
    return load(card, isNew: false, ignoringCache: true, in: &turn)
  }

  /// Shows another card of this session. Loads it if it was skipped before it had loaded.
  private mutating func show(at index: Int?, in turn: inout Turn) -> [Effect] {
    guard let index else { return [] }
    trail.show(index)
    guard let card, card.phase == .cancelled else { return lookUp(in: &turn) }
    return load(card, isNew: false, in: &turn)
  }

  /// Loads the page of a link.
  /// - Parameter isNew: Whether it's a new card. Otherwise, it replaces the card on screen.
  mutating func load(
    _ previous: Spin, isNew: Bool, ignoringCache: Bool = false, in turn: inout Turn
  ) -> [Effect] {
    let id = turn.nextRequest()
    // Failed pictures may load now.
    turn.ask(.retryFailedPictures)
    let cancellation = abandonFetch(in: turn.surroundings)
    var spin = Spin(
      id: id, url: previous.url, link: previous.link, origin: previous.origin,
      phase: .loading(elapsed: .zero))
    if !isNew, case .shown(let entry) = previous.phase {
      spin.previous = entry
      spin.saved = previous.saved
    }
    if isNew { trail.append(spin) } else { card = spin }
    fetchRequest.begin(id, spin.url)
    let fetch = Effect.Fetch.preview(
      id, spin.url, timeout: turn.surroundings.timeout, ignoringCache: ignoringCache)
    return cancellation + [.fetch(fetch)] + lookUp(in: &turn)
  }

  /// Cancels the fetch of the link that's loading, on screen or not.
  mutating func abandonFetch(in surroundings: Surroundings) -> [Effect] {
    var skipped: Spin?
    if let id = fetchRequest.pendingID {
      trail.update(id) {
        $0.stopLoading()
        // A card that was loaded again is shown as it was.
        if $0.phase == .cancelled { skipped = $0 }
      }
    }
    return fetchRequest.cancel() + (skipped.map { record($0, in: surroundings) } ?? [])
  }

  /// Cancels the fetch, and shows the card that was there before.
  private mutating func cancel(in turn: inout Turn) -> [Effect] {
    guard let card, card.isLoading else { return [] }
    let effects = abandonFetch(in: turn.surroundings)
    guard self.card?.phase == .cancelled else {
      turn.notice = .information("Stopped loading \(card.url.displayHost) again.")
      return effects
    }
    trail.leaveCancelled()
    turn.notice = .information(
      "Cancelled \(card.url.displayHost). Press ] to load it after all.")
    return effects + lookUp(in: &turn)
  }

  /// Shows the page of a card, or keeps it for the next one.
  /// - Parameter failedAt: When the fetch failed, if that was remembered from an earlier one.
  mutating func endFetch(
    _ id: RequestID, _ result: Result<CachedMetadata, LinkMetadataError>, failedAt: Date?,
    in turn: inout Turn
  ) -> [Effect] {
    let network = failedAt == nil && isFetched(id) ? learn(from: result, in: &turn) : []
    if let effects = endPrefetch(id, page: result, in: &turn) { return network + effects }
    guard fetchRequest.end(id) != nil else { return network }
    // An accessible screen has only one line for notices and status, and shows the newest.
    if turn.surroundings.appearance.isAccessible { (turn.notice, networkNews) = (nil, nil) }
    if case .failure(let error) = result, stopReloading(id) {
      if card?.id == id, error != .cancelled { turn.notice = .failure(error.messageOfReload) }
      return network
    }
    trail.update(id) {
      $0.phase = Spin.Phase(result, failedAt: failedAt)
      $0.previous = nil
    }
    guard let spin = trail.spins.last(where: { $0.id == id }), result != .failure(.cancelled) else {
      return network
    }
    let isOutOfReach = turn.surroundings.isOffline && result.isOfMissingHost
    let seen = network + (isOutOfReach ? [] : countAsSeen(spin, in: turn.surroundings))
    // The page may be saved under the address that this one redirects to.
    if case .success(let entry) = result, entry.metadata.url != spin.url, card?.id == id {
      return seen + lookUp(in: &turn)
    }
    return seen
  }

  /// Whether a request for a page is the one for the card on screen or the next one.
  private func isFetched(_ id: RequestID) -> Bool {
    fetchRequest.isPending(id) || prefetch?.id == id
  }

  /// Shows again what was shown before a page was loaded again.
  /// - Returns: Whether anything was.
  private mutating func stopReloading(_ id: RequestID) -> Bool {
    guard trail.spins.last(where: { $0.id == id })?.previous != nil else { return false }
    trail.update(id) { $0.stopLoading() }
    return true
  }

  private mutating func refresh(
    _ id: RequestID, _ entry: CachedMetadata, in turn: inout Turn
  ) -> [Effect] {
    if prefetch?.id == id { prefetch?.refresh(entry) }
    trail.update(id) { if case .shown = $0.phase { $0.phase = .shown(entry) } }
    return learn(fromFailure: nil, in: &turn)
  }

  /// Shows a page that was loaded again for its details.
  mutating func show(_ entry: CachedMetadata, of url: URL, in turn: inout Turn) -> [Effect] {
    guard var card, card.url == url, !card.isLoading else { return [] }
    card.phase = .shown(entry)
    self.card = card
    return countAsSeen(card, in: turn.surroundings) + lookUp(in: &turn)
  }

  /// Shows a card of the history.
  private mutating func show(_ visit: Visit, in turn: inout Turn) -> [Effect] {
    guard let url = URL(webAddress: visit.address) else { return [] }
    turn.ask(.showSpin)
    let link = Wheel.Link(address: visit.address, title: visit.title)
    let spin = Spin(id: .none, url: url, link: link, phase: .cancelled)
    return drawRequest.cancel() + load(spin, isNew: true, in: &turn)
  }

  /// Stops what was begun for another wheel.
  /// - Parameter keepsCard: Whether the card on screen stays there.
  mutating func leaveWheel(keepsCard: Bool, in surroundings: Surroundings) -> [Effect] {
    let effects = dropPrefetch() + drawRequest.cancel()
    if keepsCard { return effects }
    defer { card = nil }
    return effects + abandonFetch(in: surroundings)
  }

  /// Forgets the answers that keys wait for.
  /// - Returns: The effects that cancel their requests.
  mutating func stopWaiting() -> [Effect] {
    wheels.makeRequest.cancel() + wheels.narrowingRequest.cancel() + drawRequest.cancel()
  }

  // MARK: - Seen and saved

  /// Counts a link as seen, now that its card is on screen, and adds it to the history.
  mutating func countAsSeen(_ spin: Spin, in surroundings: Surroundings) -> [Effect] {
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
    return effects + record(spin, in: surroundings)
  }

  /// Adds a card to the history, also of a page that didn't load or was skipped before that.
  private func record(_ spin: Spin, in surroundings: Surroundings) -> [Effect] {
    guard surroundings.writeError == nil else { return [] }
    let isShown = if case .shown = spin.phase { true } else { false }
    let visit = Visit(
      address: spin.link.address, title: spin.knownTitle, wheel: spin.origin?.name ?? "",
      seenAt: surroundings.now)
    return [.write(.record(visit, isShown: isShown))]
  }

  /// Checks whether the link on screen is saved under its own address or its final URL.
  mutating func lookUp(in turn: inout Turn) -> [Effect] {
    guard let card else { return [] }
    let id = turn.nextRequest()
    var urls = [card.url]
    if case .shown(let entry) = card.phase, entry.metadata.url != card.url {
      urls.append(entry.metadata.url)
    }
    // Only the latest answer includes what was saved or removed in the meantime.
    let cancellation = self.card?.lookUp.begin(id, urls) ?? []
    return cancellation + [.read(.savedLink(id, urls))]
  }

  /// Reads the links saved last when they come on screen, and again when they change.
  /// - Parameter isWelcoming: Whether the screen before the first spin is shown, and links are saved.
  mutating func reconcileRecentlySaved(isWelcoming: Bool, in turn: inout Turn) -> [Effect] {
    guard isWelcoming, card == nil, recentlySaved.isOutdated else { return [] }
    return recentlySaved.begin(turn.nextRequest())
  }
}

extension SpinState {
  /// Whether a command changes anything.
  func isChanged(by action: SpinAction) -> Bool {
    switch action {
    case .spinPressed: true
    case .cancelPressed: card?.isLoading == true
    case .retryPressed: card?.isLoading == false
    case .trailPressed(let step): trail.target(ofStep: step) != nil
    case .savePressed: card?.saveableMetadata != nil
    case .neverPressed: card != nil
    // Commands neither click nor type nor answer effects.
    case .trailPicked, .visitChosen, .tagsEntered, .drawn, .progressed, .refreshed, .lookedUp,
      .recentRead, .noteWritten:
      false
    }
  }
}

extension Result where Failure == LinkMetadataError {
  fileprivate var isOfMissingHost: Bool {
    if case .failure(.failed(.hostNotFound)) = self { true } else { false }
  }
}
