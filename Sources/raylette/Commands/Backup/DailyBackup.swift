import Foundation
import LinkStore
import Synchronization

/// Makes the day's copy of the saved links after a command that writes to them.
final class DailyBackup: Sendable {
  private let store = Mutex<SavedLinkStore?>(nil)

  /// Notes that a command writes to a store.
  func note(_ store: SavedLinkStore) { self.store.withLock { $0 = store } }

  /// Makes the copy, if it's due, and closes the store. A failure says nothing about the command, and
  /// `raylette doctor` names the last copy.
  func makeIfDue() async {
    let store = store.withLock { store in
      defer { store = nil }
      return store
    }
    _ = try? await store?.backUpIfDue(at: .now)
  }
}
