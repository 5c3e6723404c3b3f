import Foundation
import Links
import Markup

/// The cards that came up, now and in earlier sessions.
extension AppState {
  /// Shows a card of the history.
  mutating func show(_ visit: Visit) -> [Effect] {
    guard let url = URL(webAddress: visit.address) else { return [] }
    tab = .spin
    let link = Wheel.Link(address: visit.address, title: visit.title)
    let spin = Spin(id: .none, url: url, link: link, phase: .cancelled)
    return drawRequest.cancel() + load(spin, isNew: true)
  }

  mutating func endClearing(_ id: RequestID, _ result: Result<Int, StoreError>) {
    saved.history.settle(id, .make, .init(result))
    switch result {
    case .success(0): notice = .information("The history was empty.")
    case .success(let count):
      notice = .success("\(ChangeKind.clearedHistory.message(count: count)).")
    case .failure(let error): notice = .failure("Not cleared: \(error).")
    }
  }
}
