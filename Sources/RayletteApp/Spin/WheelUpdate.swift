import LinkStore

extension AppState {
  /// Creates a wheel from the selected links, or from all listed ones.
  mutating func makeWheel() -> [Effect] {
    let ids = saved.selectedIDs.isEmpty ? saved.ids : saved.targets
    guard !ids.isEmpty else { return [] }
    let id = nextRequest()
    return wheelRequest.begin(id, ids) + [.read(.wheel(id, ids))]
  }

  mutating func endWheel(_ id: RequestID, _ result: Result<Wheel, StoreError>) -> [Effect] {
    guard wheelRequest.end(id) != nil else { return [] }
    guard case .success(let wheel) = result, !wheel.links.isEmpty else {
      typeAhead.removeAll()
      if case .failure(let error) = result { notice = .failure("\(error).") }
      return []
    }
    originalWheel = originalWheel ?? self.wheel
    self.wheel = self.wheel.replaced(by: wheel)
    spin = nil
    saved.selection.clear()
    tab = .spin
    notice = .information("These links are the wheel now. Press w to go back.")
    return spinRequest.cancel()
  }

  mutating func restoreOriginalWheel() -> [Effect] {
    guard let original = originalWheel else { return [] }
    wheel = original
    originalWheel = nil
    notice = .information("The wheel is \(original.wheel.name) again.")
    return []
  }
}
