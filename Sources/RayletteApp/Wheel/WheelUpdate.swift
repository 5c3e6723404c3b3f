import Links

extension AppState {
  /// Makes a wheel of the selected links, or of all listed ones.
  mutating func makeWheel() -> [Effect] {
    let ids = saved.selectedIDs.isEmpty ? saved.ids : saved.targets
    return ids.isEmpty ? [] : makeWheel(of: ids)
  }

  /// Makes a wheel of saved links.
  /// - Parameter ids: The links, or none for all.
  mutating func makeWheel(of ids: [SavedLink.ID]) -> [Effect] {
    let id = nextRequest()
    return wheelRequest.begin(id, ids) + [.read(.makeWheel(id, ids))]
  }

  mutating func endWheel(
    _ id: RequestID, _ result: Result<WheelSummary, StoreError>
  ) -> [Effect] {
    guard wheelRequest.end(id) != nil else { return [] }
    guard case .success(let summary) = result, summary.count > 0 else {
      typeAhead.removeAll()
      if case .failure(let error) = result { notice = .failure("\(error).") }
      return []
    }
    originalWheel = originalWheel ?? wheel
    saved.selection.clear()
    tab = .spin
    notice = .information("These links are the wheel now. Press w to go back.")
    return replaceWheel(by: wheel.replaced(by: summary))
  }

  mutating func restoreOriginalWheel() -> [Effect] {
    guard let original = originalWheel else { return [] }
    originalWheel = nil
    notice = .information("The wheel is \(original.name) again.")
    let effects = dropPrefetch() + drawRequest.cancel()
    wheel = original
    return effects + [.read(.wheel(original.id))]
  }

  /// Spins another wheel of the store, also at the next start.
  mutating func use(_ summary: WheelSummary) -> [Effect] {
    guard summary.id != wheel.id else {
      notice = .information("\(summary.name) is the wheel already.")
      return []
    }
    originalWheel = nil
    chosenWheel = summary.name
    notice = .information("The wheel is \(summary.name) now.")
    return replaceWheel(by: wheel.replaced(by: summary))
  }

  /// Handles the end of an update in the background. Says only what went wrong.
  mutating func endWheelUpdate(of id: WheelID, name: String, failure: String?) -> [Effect] {
    if let failure, notice == nil {
      notice = .information("\(name) keeps its old links: \(failure)")
    }
    return id == wheel.id ? [.read(.wheel(id))] : []
  }

  private mutating func replaceWheel(by other: WheelState) -> [Effect] {
    let effects = dropPrefetch() + drawRequest.cancel() + abandonFetch()
    wheel = other
    spin = nil
    return effects
  }
}
