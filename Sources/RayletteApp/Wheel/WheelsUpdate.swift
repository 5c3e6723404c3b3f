import Links

extension Wheels {
  mutating func update(_ action: WheelAction, in turn: inout Turn) -> [Effect] {
    switch action {
    case .originalPressed: return restoreOriginal(in: &turn)
    case .wheelChosen(let summary): use(summary, in: &turn)
    case .savedLinksChosen: return make(of: [], in: &turn)
    case .narrowingChosen(let narrowing): return narrow(to: narrowing, in: &turn)
    case .made(let id, let result): endMaking(id, result, in: &turn)
    case .read(let summary): current.refresh(summary)
    case .updated(let id, let name, let failure):
      return endUpdate(of: id, name: name, failure: failure, in: &turn)
    case .narrowingCounted(let id, let counts): endNarrowing(id, counts, in: &turn)
    }
    return []
  }

  // MARK: - Another wheel

  /// Makes a wheel of saved links.
  /// - Parameter ids: The links, or none for all.
  mutating func make(of ids: [SavedLink.ID], in turn: inout Turn) -> [Effect] {
    let id = turn.nextRequest()
    return makeRequest.begin(id, ids) + [.read(.makeWheel(id, ids))]
  }

  private mutating func endMaking(
    _ id: RequestID, _ result: Result<WheelSummary, StoreError>, in turn: inout Turn
  ) {
    guard makeRequest.end(id) != nil else { return }
    guard case .success(let summary) = result, summary.count > 0 else {
      turn.ask(.dropTypeAhead)
      if case .failure(let error) = result { turn.notice = .failure("\(error).") }
      return
    }
    original = original ?? current
    turn.notice = .information("These links are the wheel now. Press w to go back.")
    turn.ask(.showWheelOfLinks)
    replace(by: summary, in: &turn)
  }

  private mutating func restoreOriginal(in turn: inout Turn) -> [Effect] {
    guard let wheel = original else { return [] }
    original = nil
    current = wheel
    turn.notice = .information("The wheel is \(wheel.name) again.")
    turn.ask(.leaveWheel(keepsCard: true))
    return [.read(.wheel(wheel.id))]
  }

  /// Spins another wheel of the store, also at the next start.
  private mutating func use(_ summary: WheelSummary, in turn: inout Turn) {
    guard summary.id != current.id else {
      turn.notice = .information("\(summary.name) is the wheel already.")
      return
    }
    original = nil
    chosenName = summary.name
    turn.notice = .information("The wheel is \(summary.name) now.")
    replace(by: summary, in: &turn)
  }

  private mutating func replace(by summary: WheelSummary, in turn: inout Turn) {
    current = current.replaced(by: summary)
    turn.ask(.leaveWheel(keepsCard: false))
  }

  /// Handles the end of an update in the background. Says only what went wrong.
  private func endUpdate(
    of id: WheelID, name: String, failure: String?, in turn: inout Turn
  ) -> [Effect] {
    if let failure, turn.notice == nil {
      turn.notice = .information("\(name) keeps its old links: \(failure)")
    }
    return id == current.id ? [.read(.wheel(id))] : []
  }

  // MARK: - Narrowing

  /// Narrows the wheel, once it's known that something is left.
  mutating func narrow(to narrowing: WheelNarrowing, in turn: inout Turn) -> [Effect] {
    if narrowing.isEmpty {
      current.narrow(to: narrowing, counts: nil)
      turn.notice = .information("All of \(current.name) again.")
      turn.ask(.dropPrefetch)
      return [.read(.wheel(current.id))]
    }
    let id = turn.nextRequest()
    return narrowingRequest.begin(id, narrowing)
      + [.read(.narrowing(id, current.id, narrowing))]
  }

  private mutating func endNarrowing(
    _ id: RequestID, _ counts: WheelState.Counts?, in turn: inout Turn
  ) {
    guard let narrowing = narrowingRequest.end(id) else { return }
    let separator = turn.surroundings.appearance.symbols.separator
    let names = narrowing.values.joined(separator: separator)
    guard let counts, counts.all > 0 else {
      turn.notice = .information("No link of \(current.name) is left for \(names).")
      return
    }
    current.narrow(to: narrowing, counts: counts)
    turn.notice = .information("Only \(names): \(counts.all.linkCount). Press / for all again.")
    turn.ask(.dropPrefetch)
  }
}
