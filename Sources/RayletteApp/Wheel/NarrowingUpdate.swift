import Links

extension AppState {
  /// Narrows the wheel, once it's known that something is left.
  mutating func narrow(to narrowing: WheelNarrowing) -> [Effect] {
    if narrowing.isEmpty {
      wheel.narrow(to: narrowing, counts: nil)
      notice = .information("All of \(wheel.name) again.")
      return dropPrefetch() + [.read(.wheel(wheel.id))]
    }
    let id = nextRequest()
    return narrowingRequest.begin(id, narrowing) + [.read(.narrowing(id, wheel.id, narrowing))]
  }

  mutating func endNarrowing(_ id: RequestID, _ counts: WheelState.Counts?) -> [Effect] {
    guard let narrowing = narrowingRequest.end(id) else { return [] }
    let names = narrowing.values.joined(separator: self.appearance.symbols.separator)
    guard let counts, counts.all > 0 else {
      notice = .information("No link of \(wheel.name) is left for \(names).")
      return []
    }
    wheel.narrow(to: narrowing, counts: counts)
    notice = .information("Only \(names): \(counts.all.linkCount). Press / for all again.")
    return dropPrefetch()
  }
}
