extension AppState {
  /// Takes how the exchange stands now, or nil if it was left.
  mutating func endSync(_ status: SyncStatus?) {
    sync = status
    if status == nil, case .sync? = overlay { overlay = nil }
  }

  mutating func showSync() {
    if sync != nil { overlay = .sync }
  }

  /// Exchanges changes now.
  mutating func syncNow() -> [Effect] {
    guard sync != nil, sync?.isExchanging == false else { return [] }
    sync?.isExchanging = true
    return [.job(.sync)]
  }
}
