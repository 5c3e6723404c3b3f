extension AppState {
  /// Takes how the exchange stands now, or nil if it was left.
  mutating func endSync(_ status: SyncStatus?) {
    sync = status
    if status == nil, case .sync? = overlay { overlay = nil }
  }

  /// Tells what the user should know, but doesn't have to do anything about.
  mutating func tellSyncNews(_ sentence: String) {
    notice = .information("\(sentence.firstCapitalized).")
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
