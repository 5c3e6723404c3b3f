import LinkPreview
import Links

/// Links and hosts that never come up again.
extension AppState {
  /// Never shows the link on Spin again, or none of its host, and goes on to the next link.
  mutating func never(wholeHost: Bool) -> [Effect] {
    guard let spin, canChange() else { return [] }
    let host = spin.link.host
    let entry = NeverAgain(
      wholeHost ? .host(host) : .link(spin.link.address),
      title: wholeHost ? nil : spin.knownTitle, addedAt: self.now)
    let effects = change(.never(entry), .never(entry.name))
    neverRequest.begin(lastRequest, spin.id)
    let isNext = prefetch?.addresses.contains { Wheel.Link(address: $0).host == host } == true
    return (wholeHost && isNext ? dropPrefetch() : []) + effects
  }

  /// Goes on to the next link once the one on Spin never comes up again.
  mutating func endNever(_ id: RequestID, _ direction: ChangeDirection) -> [Effect] {
    let card = neverRequest.end(id)
    // The link that was picked meanwhile may never come up again either.
    let read = (direction == .redo ? dropPrefetch() : []) + [.read(.wheel(wheel.id))]
    guard direction == .make, tab == .spin, modals.isEmpty, let card, card == spin?.id else {
      return read
    }
    let notice = notice
    let effects = spinWheel()
    self.notice = notice
    return read + effects
  }

  /// Lets a link or a host come up again. The list stays, so that others can follow.
  mutating func allow(_ entry: NeverAgain) -> [Effect] {
    guard canChange(), var chooser = modals.chooser else { return [] }
    chooser.remove { $0.choice == .allow(entry) }
    modals.chooser = chooser
    return change(.allow(entry.subject), .allowed(entry.name))
  }

  /// Reads the list of what never comes up again, if taking an entry out of it failed.
  mutating func relistNever(after kind: ChangeKind) -> [Effect] {
    guard case .allowed = kind, modals.chooser?.purpose == .never else { return [] }
    let id = nextRequest()
    return chooserRequest.begin(id, .never) + [.read(.choices(id, .never, wheel.id))]
  }
}

extension NeverAgain {
  /// The title, or else the address or the host.
  var name: String { title ?? value }
}
