import Foundation
import LinkPreview
import Links
import Localization
import Markup

extension SpinState {
  mutating func update(_ action: SpinAction, in context: inout UpdateContext) {
    switch action {
    case .trailPicked(let index): return show(at: index, in: &context)
    case .drawn(let id, let result): return endDraw(id, result, in: &context)
    case .progressed(let id, let elapsed):
      if fetchRequest.isPending(id) { trail.update(id) { $0.phase = .loading(elapsed: elapsed) } }
    case .refreshed(let id, let entry): return refresh(id, entry, in: &context)
    case .begun(let id, let paragraphs): endBeginning(id, paragraphs)
    case .lookedUp(let id, let link):
      trail.update(where: { $0.lookUp.isPending(id) }) {
        _ = $0.lookUp.end(id)
        $0.saved = link
      }
    case .recentRead(let id, let result): recentlySaved.end(id, result)
    case .noteWritten(let id, let result): endNote(of: id, result, in: &context)
    }
  }

  /// Says what's new, and requests what the tab shows and needs next.
  /// - Parameters:
  ///   - isInFront: Whether nothing is in front of the tab.
  ///   - isWelcoming: Whether links are saved, which the screen before the first spin shows.
  mutating func reconcile(isInFront: Bool, isWelcoming: Bool, in context: inout UpdateContext) {
    reconcileNetworkNews(isOnScreen: isInFront, in: &context)
    reconcilePrefetch(in: &context)
    reconcileRecentlySaved(isWelcoming: isWelcoming, in: &context)
  }

  // MARK: - Picking a link

  /// Shows the next link of the wheel. Skips a link that's still loading.
  mutating func spin(in context: inout UpdateContext) {
    // Failed pictures may load now.
    context.retryFailedPictures()
    if showPrefetched(in: &context) { return }
    let id = context.nextRequest()
    context.run(drawRequest.begin(id, wheel.id))
    context.run(draw(id, in: context.surroundings))
  }

  /// Picks a link and fetches its page.
  mutating func draw(_ id: RequestID, in surroundings: Surroundings) -> Effect {
    let draw = wheels.session.draw(
      excluding: (prefetch?.addresses ?? []) + [card?.link.address].compactMap(\.self))
    return .fetch(
      .spin(
        id, draw, timeout: surroundings.timeout, onlyCached: surroundings.isOffline,
        readsOn: surroundings.readsPagesOn))
  }

  /// Shows the link that was picked, or keeps it for the next key.
  private mutating func endDraw(
    _ id: RequestID, _ result: Result<SpinDraw?, StoreError>, in context: inout UpdateContext
  ) {
    if endPrefetch(id, result, in: &context) { return }
    guard drawRequest.end(id) != nil else { return }
    switch result {
    case .success(let draw?):
      guard let spin = Spin(id: id, draw, in: &wheels.session) else {
        return context.run(.cancel(id))
      }
      return showDrawn(spin, in: &context)
    case .success(nil):
      context.inform(emptyWheelMessage(in: context.surroundings))
    case .failure(let error): context.fail(error.description.asSentence)
    }
    context.dropTypeAhead()
  }

  private func emptyWheelMessage(in surroundings: Surroundings) -> String {
    if surroundings.isOffline {
      return localized("Offline, and no card of \(wheel.name) is cached.")
    }
    if wheel.summary.neverCount == 0 { return wheel.emptyText }
    let message = localized("No link of \(wheel.name) is left.")
    return surroundings.keyMap.message(message, advising: "spin.never-list") {
      localized("Press \($0) to list those that never come up again.")
    }
  }

  /// Shows a link that was picked, with the dead ones before it.
  mutating func showDrawn(
    _ spin: Spin, skipping skipped: [Spin] = [], in context: inout UpdateContext
  ) {
    context.run(abandonFetch(in: context.surroundings))
    showSkipped(skipped, in: &context)
    trail.append(spin)
    if spin.isLoading {
      fetchRequest.begin(spin.id, spin.url)
      return
    }
    if spin.beginning == nil { context.run(awaitBeginning(of: spin, in: context.surroundings)) }
    countAsSeen(spin, in: &context)
  }

  /// Adds dead links to the trail, where the user can look at them, and says so.
  mutating func showSkipped(_ skipped: [Spin], in context: inout UpdateContext) {
    guard let last = skipped.last else { return }
    let message =
      skipped.count == 1
      ? localized("Skipped \(last.url.displayHost), which isn't there any more.")
      : localized(
        """
        Skipped \(skipped.count, "dead link, which isn't", "dead links, which aren't") \
        there any more.
        """)
    context.inform(message, advising: "spin.back") { localized("Press \($0) to look.") }
    for dead in skipped {
      trail.append(dead)
      countAsSeen(dead, in: &context)
    }
  }

  // MARK: - Loading a card

  mutating func retry(in context: inout UpdateContext) {
    guard let card, !card.isLoading else { return }
    // A retry ignores the cache, because it's about the page as it is now.
    return load(card, isNew: false, ignoringCache: true, in: &context)
  }

  /// Shows a card before or after the one on screen.
  mutating func go(_ step: Int, in context: inout UpdateContext) {
    show(at: trail.target(ofStep: step), in: &context)
  }

  /// Shows another card of this session. Loads it if it was skipped before it had loaded.
  private mutating func show(at index: Int?, in context: inout UpdateContext) {
    guard let index else { return }
    trail.show(index)
    guard let card, card.phase == .cancelled else { return lookUp(in: &context) }
    return load(card, isNew: false, in: &context)
  }

  /// Loads the page of a link.
  /// - Parameter isNew: Whether it's a new card. Otherwise, it replaces the card on screen.
  mutating func load(
    _ previous: Spin, isNew: Bool, ignoringCache: Bool = false, in context: inout UpdateContext
  ) {
    let id = context.nextRequest()
    // Failed pictures may load now.
    context.retryFailedPictures()
    context.run(abandonFetch(in: context.surroundings))
    var spin = Spin(
      id: id, url: previous.url, link: previous.link, origin: previous.origin,
      phase: .loading(elapsed: .zero))
    if !isNew, case .loaded(let entry) = previous.phase {
      spin.previous = entry
      spin.saved = previous.saved
      spin.beginning = previous.beginning
    }
    if isNew { trail.append(spin) } else { card = spin }
    fetchRequest.begin(id, spin.url)
    let fetch = Effect.Fetch.preview(
      id, spin.url, timeout: context.surroundings.timeout, ignoringCache: ignoringCache,
      readsOn: context.surroundings.readsPagesOn)
    context.run(.fetch(fetch))
    lookUp(in: &context)
  }

  /// Cancels the fetch of the link that's loading, on screen or not, and stops reading a page on.
  mutating func abandonFetch(in surroundings: Surroundings) -> [Effect] {
    var skipped: Spin?
    if let id = fetchRequest.pendingID {
      trail.update(id) {
        $0.stopLoading()
        // A card that was loaded again is shown as it was.
        if $0.phase == .cancelled { skipped = $0 }
      }
    }
    let seen = skipped.map { wheels.session.count(SeenLink($0, in: surroundings), from: nil) } ?? []
    return fetchRequest.cancel() + beginningRequest.cancel() + seen.map { .write(.seen($0)) }
  }

  /// Cancels the fetch, and shows the card that was there before.
  mutating func cancel(in context: inout UpdateContext) {
    guard let card, card.isLoading else { return }
    context.run(abandonFetch(in: context.surroundings))
    guard self.card?.phase == .cancelled else {
      return context.say(.information(localized("Stopped loading \(card.url.displayHost) again.")))
    }
    trail.leaveCancelled()
    context.inform(localized("Cancelled \(card.url.displayHost)."), advising: "spin.forward") {
      localized("Press \($0) to load it after all.")
    }
    lookUp(in: &context)
  }

  /// Shows the page of a card, or keeps it for the next one.
  /// - Parameter failedAt: When the fetch failed, if that was remembered from an earlier one.
  mutating func endFetch(
    _ id: RequestID, _ result: Result<CachedMetadata, LinkMetadataError>, failedAt: Date?,
    in context: inout UpdateContext
  ) {
    if failedAt == nil, isFetched(id) {
      endLearning(wheels.session.learn(from: result, at: context.surroundings.now), in: &context)
    }
    guard !endPrefetch(id, page: result, in: &context), fetchRequest.end(id) != nil else { return }
    if case .failure(let error) = result, stopReloading(id) {
      if card?.id == id, error != .cancelled { context.fail(error.messageOfReload) }
      return
    }
    if case .success(let entry) = result, let spin = trail.spins.last(where: { $0.id == id }),
      spin.previous?.metadata == entry.metadata, card?.id == id
    {
      context.inform(Self.nothingNew)
    }
    trail.update(id) {
      $0.phase = Spin.Phase(result, failedAt: failedAt)
      $0.previous = nil
    }
    guard let spin = trail.spins.last(where: { $0.id == id }), result != .failure(.cancelled) else {
      return
    }
    context.run(awaitBeginning(of: spin, in: context.surroundings))
    countAsSeen(spin, in: &context)
    // The page may be saved under the address that this one redirects to.
    if case .success(let entry) = result, entry.metadata.url != spin.url, card?.id == id {
      lookUp(in: &context)
    }
  }

  /// Says that a page is as it was before it was loaded again.
  static var nothingNew: String { localized("Reloaded; nothing new.") }

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
    _ id: RequestID, _ entry: CachedMetadata, in context: inout UpdateContext
  ) {
    if prefetch?.id == id { prefetch?.refresh(entry) }
    trail.update(id) { if case .loaded = $0.phase { $0.phase = .loaded(entry) } }
    return endLearning(wheels.session.learn(fromFailure: nil), in: &context)
  }

  /// Shows a page that was loaded again for its details.
  mutating func show(_ entry: CachedMetadata, of url: URL, in context: inout UpdateContext) {
    guard var card, card.url == url, !card.isLoading else { return }
    card.phase = .loaded(entry)
    self.card = card
    countAsSeen(card, in: &context)
    lookUp(in: &context)
  }

  /// Shows a card of the history.
  mutating func show(_ visit: Visit, in context: inout UpdateContext) {
    guard let url = URL(webAddress: visit.address) else { return }
    context.then { $0.tab = .spin }
    let link = Wheel.Link(address: visit.address, title: visit.title)
    let spin = Spin(id: .none, url: url, link: link, phase: .cancelled)
    context.run(drawRequest.cancel())
    load(spin, isNew: true, in: &context)
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
  mutating func countAsSeen(_ spin: Spin, in context: inout UpdateContext) {
    let isRemembered = if case .failed(_, since: _?) = spin.phase { true } else { false }
    let seen = wheels.session.count(
      SeenLink(spin, in: context.surroundings), from: spin.origin, failure: spin.failure,
      isRemembered: isRemembered)
    return store(seen, in: &context)
  }

  /// Stores links that count as seen. Says so if the wheel starts over with one.
  func store(_ links: [SeenLink], in context: inout UpdateContext) {
    for link in links where link.wheel == wheel.id && link.endedRound != nil {
      if let message = wheel.newRoundMessage { context.inform(message) }
    }
    context.run(links.map { .write(.seen($0)) })
  }

  /// Checks whether the link on screen is saved under its own address or its final URL.
  mutating func lookUp(in context: inout UpdateContext) {
    guard let card else { return }
    let id = context.nextRequest()
    var urls = [card.url]
    if case .loaded(let entry) = card.phase, entry.metadata.url != card.url {
      urls.append(entry.metadata.url)
    }
    // Only the latest answer includes what was saved or removed in the meantime.
    context.run(self.card?.lookUp.begin(id, urls) ?? [])
    context.run(.read(.savedLink(id, urls)))
  }

  /// Reads the links saved last when they come on screen, and again when they change.
  /// - Parameter isWelcoming: Whether the screen before the first spin is shown, and links are saved.
  mutating func reconcileRecentlySaved(isWelcoming: Bool, in context: inout UpdateContext) {
    guard isWelcoming, card == nil, recentlySaved.isOutdated else { return }
    context.run(recentlySaved.begin(context.nextRequest()))
  }
}

extension SeenLink {
  /// Creates the link of a card, also of a page that didn't load or was skipped before that.
  fileprivate init(_ spin: Spin, in surroundings: Surroundings) {
    let isLoaded = if case .loaded = spin.phase { true } else { false }
    let visit = Visit(
      address: spin.link.address, title: spin.knownTitle, wheel: spin.wheelName ?? "",
      seenAt: surroundings.now)
    self.init(
      address: spin.link.address, visit: surroundings.writeError == nil ? visit : nil,
      isLoaded: isLoaded)
  }
}
