package import Links
import Foundation
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
package enum SyncAction: Equatable, Sendable {
  /// The state of the exchange has changed. Nil if the exchange was ended.
  case changed(SyncStatus?)
  /// A message that needs no action by the user, without a capital letter and a full stop.
  case news(String)
}

extension SyncState {
  mutating func update(_ action: SyncAction, in context: inout UpdateContext) {
    switch action {
    case .changed(let status):
      self.status = status
      if status == nil { context.then { $0.modals.close { $0 == .sync } } }
    case .news(let message): context.inform("\(message.firstCapitalized).")
    }
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
