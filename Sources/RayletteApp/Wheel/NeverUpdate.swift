import LinkPreview
import LinkStore

/// Links and hosts that never come up again.
extension AppState {
  /// Never shows the link on Spin again, or none of its host, and goes on to the next link.
  mutating func never(wholeHost: Bool) -> [Effect] {
    guard let spin, canChange() else { return [] }
    let host = spin.link.host
    let entry = NeverAgain(
      wholeHost ? .host(host) : .link(spin.link.address),
      title: wholeHost ? nil : spin.knownTitle, addedAt: now)
    let id = nextRequest()
    saved.history.record(.init(id: id, kind: .never(entry.name)))
    neverRequest.begin(id, spin.id)
    let isNext = upcoming?.addresses.contains { Wheel.Link(address: $0).host == host } == true
    return (wholeHost && isNext ? dropUpcoming() : []) + [.write(.never(id, entry))]
  }

  /// Goes on to the next link once the one on Spin never comes up again.
  mutating func endNever(_ id: RequestID, _ direction: ChangeDirection) -> [Effect] {
    let card = neverRequest.end(id)
    let read = Effect.read(.wheel(wheel.id))
    guard direction == .make, tab == .spin, overlay == nil, card == spin?.id else { return [read] }
    let notice = notice
    let effects = spinWheel()
    self.notice = notice
    return [read] + effects
  }

  /// Lets a link or a host come up again. The list stays, so that others can follow.
  mutating func allow(_ entry: NeverAgain) -> [Effect] {
    guard canChange(), var chooser else { return [] }
    chooser.remove { $0.choice == .allow(entry) }
    self.chooser = chooser
    notice = .success("\(entry.name) can come up again.")
    return [.write(.allow(entry.subject, wheel.id))]
  }
}

extension NeverAgain {
  /// What it is, for people: the title, or else the address or the host.
  var name: String { title ?? value }
}
