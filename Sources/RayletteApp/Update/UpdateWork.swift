import LinkStore

/// The part of ``update(_:_:)`` that asks the web about saved links.
func updateWork(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .refreshPressed:
    // Whoever asks for a page anew asks for its picture, too.
    state.pictures.forgetFailures()
    return begin(.refresh, in: &state)
  case .checkPressed: return begin(.check, in: &state)

  case .workContinues(let kind, let done):
    guard state.work?.kind == kind else { return [] }
    state.work?.done = done

  case .workEnded(let kind, let change, let words):
    if state.work?.kind == kind { state.work = nil }
    if let change, !change.ids.isEmpty { return [.change(change, .person, words: words)] }
    state.notice = .information("\(words).")
    return relist(state)

  case .longChangeBegan(let total):
    if state.work == nil { state.work = Work(kind: .change, total: total) }
  case .longChangeEnded:
    if state.work?.kind == .change { state.work = nil }

  default: break
  }
  return []
}

/// One work at a time, over what is picked; with nothing picked, a refresh is of the selected link and
/// a check of all that is listed.
private func begin(_ kind: Work.Kind, in state: inout AppState) -> [Effect] {
  guard state.work == nil else {
    state.notice = .information("Something is under way; press esc to stop it.")
    return []
  }
  if let obstacle = state.saved.writeObstacle {
    state.notice = .failure("Not changed: \(obstacle).")
    return []
  }
  let ids =
    kind == .check && state.saved.marked.isEmpty ? state.saved.ids : state.saved.targets
  guard !ids.isEmpty else { return [] }
  state.work = Work(kind: kind, total: ids.count)
  return [kind == .check ? .check(ids) : .refresh(ids)]
}

/// The part of ``update(_:_:)`` that changes the wheel itself.
func updateWheel(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .wheelPressed where state.tab == .saved:
    let ids = state.saved.marked.isEmpty ? state.saved.ids : state.saved.targets
    return ids.isEmpty ? [] : [.makeWheel(ids)]
  case .wheelPressed:
    guard let first = state.firstWheel else { return [] }
    state.wheel = first
    state.firstWheel = nil
    state.notice = .information("The wheel is \(first.wheel.name) again.")
  case .wheelMade(let wheel):
    guard !wheel.links.isEmpty else { return [] }
    state.firstWheel = state.firstWheel ?? state.wheel
    state.wheel = state.wheel.replaced(by: wheel)
    state.spin = nil
    state.saved.marked = []
    state.tab = .spin
    state.notice = .information("These links are the wheel now. Press w to go back.")
  default: break
  }
  return []
}
