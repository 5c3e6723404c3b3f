import Markup
import Foundation
import LinkPreview
import LinkStore

/// The part of ``update(_:_:)`` that turns the wheel.
func updateSpin(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .spinPressed:
    guard state.spin?.isLoading != true,
      let picked = state.wheel.pick(after: state.spin?.link),
      let url = URL(webAddress: picked.link.address)
    else { return [] }
    let forgotten: [Effect] =
      picked.startedOver && state.wheel.isRemembered
      ? [.forgetSeen(state.wheel.wheel.links.map(\.address))] : []
    return forgotten + load(url, of: picked.link, in: &state)

  case .retryPressed:
    guard let spin = state.spin, spin.failure != nil else { return [] }
    // A person who tries again wants to know how it is now, not how it was.
    return load(spin.url, of: spin.link, ignoringCache: true, in: &state)

  case .cancelPressed:
    guard let spin = state.spin, spin.isLoading else { return [] }
    state.spin?.phase = .failed(.cancelled)
    return [.cancelPreview(spin.id)]

  case .fetchContinues(let id, let elapsed):
    guard state.spin?.id == id, state.spin?.isLoading == true else { return [] }
    state.spin?.phase = .loading(elapsed: elapsed)

  case .previewLoaded(let id, let result):
    // The answer to a spin that was cancelled or followed by another comes too late.
    guard let spin = state.spin, spin.id == id, spin.isLoading else { return [] }
    // Where one line tells all, the newest is told.
    if state.appearance.isAccessible { state.notice = nil }
    switch result {
    case .success(let entry): state.spin?.phase = .shown(entry)
    case .failure(let error): state.spin?.phase = .failed(error)
    }
    if result == .failure(.cancelled) { return [] }
    state.wheel.markSeen(spin.link)
    var effects: [Effect] = state.wheel.isRemembered ? [.markSeen(spin.link.address)] : []
    // The page may be saved under the address that this one leads to.
    if case .success(let entry) = result, entry.metadata.url != spin.url {
      effects += lookUpSpin(in: &state)
    }
    return effects

  case .spinLookedUp(let id, let isSaved):
    // Only the latest answer knows what was saved or removed meanwhile.
    if state.spin?.lookUp == id { state.spin?.isSaved = isSaved }

  case .previewRefreshed(let id, let entry):
    guard let spin = state.spin, spin.id == id, case .shown = spin.phase else { return [] }
    state.spin?.phase = .shown(entry)

  case .savePressed:
    guard let spin = state.spin, let metadata = spin.saveableMetadata else { return [] }
    if let obstacle = state.saved.writeObstacle {
      state.notice = .failure("Not saved: \(obstacle).")
      return []
    }
    let id = state.nextRequest()
    state.saved.history.record(.init(id: id, kind: .saved))
    state.saved.pendingChanges.insert(.init(id: id, direction: .make))
    return [.save(id, spin.id, metadata)]

  default: break
  }
  return []
}

private func load(
  _ url: URL, of link: Wheel.Link, ignoringCache: Bool = false, in state: inout AppState
) -> [Effect] {
  let id = state.spin?.id.next ?? .first
  // What did not come before may come now.
  state.pictures.forgetFailures()
  state.spin = Spin(id: id, url: url, link: link, phase: .loading(elapsed: .zero))
  return [.loadPreview(id, url, timeout: state.timeout, ignoringCache: ignoringCache)]
    + lookUpSpin(in: &state)
}

/// Asks whether the link on Spin is saved, under its own address or the one it leads to.
func lookUpSpin(in state: inout AppState) -> [Effect] {
  guard let spin = state.spin else { return [] }
  let id = state.nextRequest()
  state.spin?.lookUp = id
  var urls = [spin.url]
  if case .shown(let entry) = spin.phase, entry.metadata.url != spin.url {
    urls.append(entry.metadata.url)
  }
  return [.lookUp(id, urls)]
}
