import LinkStore

/// The part of ``update(_:_:)`` that asks the web about saved links.
func updateWork(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .refreshPressed:
    // Whoever asks for a page anew asks for its picture, too.
    state.pictures.forgetFailures()
    return begin(.refresh, in: &state)
  case .checkPressed: return begin(.check, in: &state)

  case .jobStarted(let id, let total):
    if state.job == nil { state.job = BackgroundJob(id: id, kind: .change, total: total) }
  case .jobProgressed(let id, let done):
    if state.job?.id == id { state.job?.done = done }
  case .jobEnded(let id, let result):
    if state.job?.id == id { state.job = nil }
    return end(result, in: &state)

  default: break
  }
  return []
}

private func end(_ result: WorkResult, in state: inout AppState) -> [Effect] {
  switch result {
  case .refreshed(let values, let failed) where !values.isEmpty:
    return change(.make(.setMetadata(values)), .refreshed(failed: failed), in: &state)
  case .refreshed(_, let failed):
    state.notice = .information(
      "\(ChangeKind.refreshed(failed: failed).message(count: 0)).")
    return []
  case .checked(let message):
    state.notice = .information("\(message).")
    return state.reloadList(isUnasked: true)
  case .changed: return []
  }
}

/// One work at a time, over what is picked; with nothing picked, a refresh is of the selected link and
/// a check of all that is listed.
private func begin(_ kind: BackgroundJob.Kind, in state: inout AppState) -> [Effect] {
  guard state.job == nil else {
    state.notice = .information("Something is under way; press esc to stop it.")
    return []
  }
  if let obstacle = state.saved.writeObstacle {
    state.notice = .failure("Not changed: \(obstacle).")
    return []
  }
  let ids =
    kind == .check && state.saved.selectedIDs.isEmpty ? state.saved.ids : state.saved.targets
  guard !ids.isEmpty else { return [] }
  let id = state.nextRequest()
  state.job = BackgroundJob(id: id, kind: kind, total: ids.count)
  return [kind == .check ? .check(id, ids) : .refresh(id, ids)]
}

/// The part of ``update(_:_:)`` that changes the wheel itself.
func updateWheel(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .wheelPressed where state.tab == .saved:
    let ids = state.saved.selectedIDs.isEmpty ? state.saved.ids : state.saved.targets
    guard !ids.isEmpty else { return [] }
    let id = state.nextRequest()
    state.wheelRequest = id
    return [.makeWheel(id, ids)]
  case .wheelPressed:
    guard let first = state.firstWheel else { return [] }
    state.wheel = first
    state.firstWheel = nil
    state.notice = .information("The wheel is \(first.wheel.name) again.")
  case .wheelMade(let id, let result):
    // The answer that is no longer waited for comes too late.
    guard state.wheelRequest == id else { return [] }
    state.wheelRequest = nil
    guard case .success(let wheel) = result, !wheel.links.isEmpty else {
      state.typeAhead.removeAll()
      if case .failure(let error) = result { state.notice = .failure("\(error).") }
      return []
    }
    state.firstWheel = state.firstWheel ?? state.wheel
    state.wheel = state.wheel.replaced(by: wheel)
    state.spin = nil
    state.saved.selectedIDs = []
    state.tab = .spin
    state.notice = .information("These links are the wheel now. Press w to go back.")
  default: break
  }
  return []
}
