import LinkPreview
import Links

/// The link that comes up next. It's picked, and its page is fetched, while the card before it is
/// read.
struct Prefetch: Equatable, Sendable {
  /// The request that picks and fetches it.
  private(set) var id: RequestID
  /// Nil until it's picked.
  var spin: Spin?
  /// Links picked before it that turned out to be dead.
  private(set) var skipped: [Spin] = []

  init(_ id: RequestID) { self.id = id }

  /// Whether the link is dead and another one should take its place.
  var isDead: Bool { spin?.failure?.isSkipped(after: skipped.count) == true }

  /// Sets the dead link aside and waits for another one.
  mutating func skip(to id: RequestID) {
    if let spin { skipped.append(spin) }
    spin = nil
    self.id = id
  }

  /// Shows the page as it is now, if it was fetched again.
  mutating func refresh(_ entry: CachedMetadata) {
    if case .loaded? = spin?.phase { spin?.phase = .loaded(entry) }
  }

  /// The addresses that were picked.
  var addresses: [String] { (skipped + [spin].compactMap(\.self)).map(\.link.address) }
}

extension LinkMetadataError {
  /// Whether the page may load if it's fetched again right away.
  var isPassing: Bool {
    switch self {
    case .timedOut, .cancelled: true
    case .failed(let cause): cause.isPassing
    case .notAllowed, .unknown: false
    }
  }
}

extension LinkMetadataError.Cause {
  fileprivate var isPassing: Bool {
    switch self {
    case .unreachable, .connectionClosed: true
    case .hostNotFound, .connectionRefused, .tls, .httpStatus, .notAWebPage, .tooManyRedirects,
      .badRedirect, .badResponse, .badCompression, .emptyPage, .tooLarge, .botWall, .proxy,
      .badProxySetting, .unusableLibrary, .alreadyStarted:
      false
    }
  }
}

extension SpinState {
  /// Picks and fetches the next link once a card is on screen.
  mutating func reconcilePrefetch(in context: inout UpdateContext) {
    let surroundings = context.surroundings
    guard surroundings.prefetches, !surroundings.isMetered, !surroundings.isOffline,
      prefetch == nil, drawRequest.subject == nil,
      // A single link would only be fetched again.
      wheel.count > 1, let card, !card.isLoading, card.phase != .cancelled
    else { return }
    let id = context.nextRequest()
    prefetch = Prefetch(id)
    context.run(draw(id, in: surroundings))
  }

  /// Forgets the next link, because the wheel is another one.
  mutating func dropPrefetch() -> [Effect] {
    guard let prefetch else { return [] }
    self.prefetch = nil
    return [.cancel(prefetch.id)]
  }

  /// Keeps the answer to the request for the next link.
  /// - Returns: Whether the answer is about it.
  mutating func endPrefetch(
    _ id: RequestID, _ result: Result<SpinDraw?, StoreError>, in context: inout UpdateContext
  ) -> Bool {
    guard prefetch?.id == id else { return false }
    // The user sees the error only when asking for the next link.
    guard case .success(let draw?) = result, let spin = Spin(id: id, draw, in: &wheels.session)
    else {
      prefetch = nil
      return true
    }
    prefetch?.spin = spin
    skipDeadLink(in: &context)
    return true
  }

  /// Keeps the page of the next link.
  mutating func endPrefetch(
    _ id: RequestID, page result: Result<CachedMetadata, LinkMetadataError>,
    in context: inout UpdateContext
  ) -> Bool {
    guard prefetch?.id == id, prefetch?.spin != nil else { return false }
    prefetch?.spin?.phase = Spin.Phase(result)
    skipDeadLink(in: &context)
    return true
  }

  private mutating func skipDeadLink(in context: inout UpdateContext) {
    guard prefetch?.isDead == true else { return }
    let id = context.nextRequest()
    prefetch?.skip(to: id)
    context.run(draw(id, in: context.surroundings))
  }

  /// Shows the next link, whose card may be there already.
  /// - Returns: Whether there's a next link.
  mutating func showPrefetched(in context: inout UpdateContext) -> Bool {
    guard let prefetch else { return false }
    self.prefetch = nil
    // Nothing more is known than that some links are dead.
    guard let spin = prefetch.spin else {
      context.run(drawRequest.begin(prefetch.id, wheel.id))
      return true
    }
    // A host that isn't found may only be out of reach, and its link comes up again.
    let skipped = prefetch.skipped.filter { !wheels.session.isDoubtful($0.failure) }
    guard spin.failure?.isPassing != true else {
      showSkipped(skipped, in: &context)
      load(spin, isNew: true, ignoringCache: true, in: &context)
      return true
    }
    showDrawn(spin, skipping: skipped, in: &context)
    lookUp(in: &context)
    return true
  }
}
