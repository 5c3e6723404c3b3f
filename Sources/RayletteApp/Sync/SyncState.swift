/// The exchange of links with other devices.
public struct SyncState: Equatable, Sendable {
  /// How it stands; nil if there's none.
  public var status: SyncStatus?

  var isExchanging: Bool { status?.isExchanging == true }
}

/// An event that concerns the exchange with other devices.
public enum SyncAction: Equatable, Sendable {
  /// Shows how it stands.
  case openPressed
  /// Exchanges changes now.
  case nowPressed
  /// How it stands now; nil if there's none any more.
  case changed(SyncStatus?)
  /// Something the user should know but doesn't have to do anything about, as a sentence without
  /// capital and full stop.
  case news(String)
}

extension SyncState {
  /// Whether an action changes anything.
  func isChanged(by action: SyncAction) -> Bool {
    switch action {
    case .openPressed: status != nil
    case .nowPressed: status != nil && !isExchanging
    case .changed(let status): status != self.status
    case .news: true
    }
  }

  mutating func update(_ action: SyncAction, in turn: inout Turn) -> [Effect] {
    switch action {
    case .openPressed: if status != nil { turn.ask(.open(.sync)) }
    case .nowPressed:
      guard status != nil, !isExchanging else { return [] }
      status?.isExchanging = true
      return [.job(.sync)]
    case .changed(let status):
      self.status = status
      if status == nil { turn.ask(.closeSync) }
    case .news(let message): turn.notice = .information("\(message.firstCapitalized).")
    }
    return []
  }
}
