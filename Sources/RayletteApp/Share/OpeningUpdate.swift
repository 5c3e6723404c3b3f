import LinkStore

/// The part of ``update(_:_:)`` that opens links in the browser: those that are picked, else the
/// selected one.
func updateOpening(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .openPressed:
    if state.tab == .spin { return state.spin.map { [.open($0.url)] } ?? [] }
    return open(state.saved.targets, in: &state)
  case .questionAnswered:
    guard case .question(let question)? = state.cover else { return [] }
    state.cover = nil
    switch question {
    case .open(let ids): return openAll(ids, in: state)
    case .save(let urls): return save(urls, in: &state)
    }
  case .browserOpened(.success(let browser)):
    state.notice = .information("Opened in \(browser.name).")
  case .browserOpened(.failure(let failure)):
    state.notice = .failure("\(failure.sentence) Press O to see the address.")
  default: break
  }
  return []
}

/// As many tabs of a browser as nobody minds.
private let unaskedLimit = 5

func open(_ ids: [SavedLink.ID], in state: inout AppState) -> [Effect] {
  guard ids.count <= unaskedLimit else {
    state.cover = .question(.open(ids))
    return []
  }
  return openAll(ids, in: state)
}

private func openAll(_ ids: [SavedLink.ID], in state: AppState) -> [Effect] {
  // What is known needs no reading, which may wait for a change that is being written.
  let known = ids.compactMap { id in state.saved.link(id).map { Effect.openSaved(id, $0.url) } }
  let unknown = ids.filter { state.saved.link($0) == nil }
  return known + (unknown.isEmpty ? [] : [.openUnread(unknown)])
}
