public import Foundation
import Localization
import Markup
import TerminalGrid

/// The exchange of links with other devices.
struct SyncState: Equatable, Sendable {
  /// The state of the exchange, or nil if there's none.
  var status: SyncStatus?
  /// The number of lines of the view scrolled off the top.
  var scroll = 0

  var isExchanging: Bool { status?.isExchanging == true }
}

/// An event that concerns the exchange with other devices.
public enum SyncAction: Equatable, Sendable {
  /// Shows the state of the exchange.
  case openPressed
  /// Exchanges changes now.
  case nowPressed
  case moved(Movement)
  /// The state of the exchange has changed. Nil if the exchange was ended.
  case changed(SyncStatus?)
  /// A message that needs no action by the user, without a capital letter and a full stop.
  case news(String)
}

extension SyncState {
  /// Whether an action changes anything.
  func isChanged(by action: SyncAction, in surroundings: Surroundings) -> Bool {
    switch action {
    case .moved(let movement): target(of: movement, in: surroundings) != scroll
    case .openPressed: status != nil
    case .nowPressed: status != nil && !isExchanging
    case .changed(let status): status != self.status
    case .news: true
    }
  }

  mutating func update(_ action: SyncAction, in context: inout UpdateContext) -> [Effect] {
    switch action {
    case .openPressed:
      scroll = 0
      if status != nil { context.ask(.open(.sync)) }
    case .moved(let movement): scroll = target(of: movement, in: context.surroundings)
    case .nowPressed:
      guard status != nil, !isExchanging else { return [] }
      status?.isExchanging = true
      return [.job(.sync)]
    case .changed(let status):
      self.status = status
      if status == nil { context.ask(.closeSync) }
    case .news(let message): context.notice = .information("\(message.firstCapitalized).")
    }
    return []
  }

  private func target(of movement: Movement, in surroundings: Surroundings) -> Int {
    guard let status else { return scroll }
    let layout = SyncLayout(status, scroll: scroll, in: surroundings)
    let page = max(1, layout.area.rows - 1)
    let target = movement.inText(in: surroundings).target(from: layout.scroll, page: page)
    return min(max(0, target), layout.scrollLimit)
  }
}

/// The state of the exchange of links with other devices.
public struct SyncStatus: Equatable, Sendable {
  public struct Device: Hashable, Sendable {
    public var name: String
    public var lastChange: Date?

    public init(name: String, lastChange: Date?) {
      self.name = name
      self.lastChange = lastChange
    }
  }

  /// The remote in the form for people.
  var remote: String
  /// The name of this device.
  var device: String
  /// The other devices.
  var devices: [Device]
  /// The number of changes that the other devices don't have yet.
  var waitingCount: Int
  var syncedAt: Date?
  /// The reason why the last attempt failed; nil if it succeeded.
  var failure: String?
  var failedAt: Date?
  public var isExchanging = false
  /// Whether exchanges wait for the user, because the connection is metered.
  public var isHeld = false

  public init(
    remote: String, device: String, devices: [Device] = [], waitingCount: Int = 0,
    syncedAt: Date? = nil, failure: String? = nil, failedAt: Date? = nil
  ) {
    self.remote = remote
    self.device = device
    self.devices = devices
    self.waitingCount = waitingCount
    self.syncedAt = syncedAt
    self.failure = failure
    self.failedAt = failedAt
  }
}

extension SyncStatus {
  /// Returns the sign for the header.
  func sign(in appearance: Appearance) -> String {
    let symbol = appearance.symbols.exchange
    if failure != nil { return "\(symbol)!" }
    return waitingCount == 0
      ? symbol.trimmingCharacters(in: .whitespaces) : "\(symbol)\(waitingCount.grouped)"
  }
}
