import Favorites
import Foundation
import Links
import LinkStore

/// Opens the user's store and turns its errors into command failures.
struct SavedStoreAccess {
  let store: SavedLinkStore

  private init(store: SavedLinkStore) { self.store = store }

  /// - Parameter isDryRun: whether the command changes nothing. It doesn't upgrade the store, either.
  init(isDryRun: Bool = false) throws(CommandFailure) {
    let location = StoreLocation(environment: Invocation.current.environment)
    store = try CommandFailure.mapping { () throws(StoreError) in
      isDryRun
        ? try SavedLinkStore(dryRunOn: location) : try SavedLinkStore(location: location)
    }
  }

  /// Opens the store for a command that writes. Throws if the store isn't writable.
  static func forWriting(isDryRun: Bool = false) throws(CommandFailure) -> SavedStoreAccess {
    let access = try SavedStoreAccess(isDryRun: isDryRun)
    if let obstacle = access.store.writeError {
      throw CommandFailure(obstacle)
    }
    if !isDryRun { Invocation.current.backup.note(access.store) }
    return access
  }

  func run<Value: Sendable>(
    _ body: (SavedLinkStore) async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    try await CommandFailure.mapping { () async throws(StoreError) in try await body(store) }
  }

  /// Returns access that records all its changes as one, for undo.
  func recording(_ kind: ChangeKind) -> SavedStoreAccess {
    SavedStoreAccess(store: store.recording(kind, from: .shell, at: Date()))
  }

  /// Calls `body` for the links of a query, in its order, with many of them at a time, so that
  /// memory use doesn't grow with the store.
  /// - Returns: the number of links.
  func forEachBatch(
    _ query: SavedQuery, limit: Int? = nil, _ body: ([SavedLink]) throws -> Void
  ) async throws -> Int {
    let ids = try await run { store throws(StoreError) in try await store.list(query) }.ids
    let wanted = ids.prefix(limit ?? ids.count)
    try await forEachBatch(wanted, body)
    return wanted.count
  }

  /// Calls `body` for the links that still exist, in this order.
  func forEach(
    _ ids: some Collection<SavedLink.ID>, _ body: (SavedLink) throws -> Void
  ) async throws {
    try await forEachBatch(ids) { try $0.forEach(body) }
  }

  private func forEachBatch(
    _ ids: some Collection<SavedLink.ID>, _ body: ([SavedLink]) throws -> Void
  ) async throws {
    var batches = store.batches(of: ids).makeAsyncIterator()
    while let links = try await run({ _ throws(StoreError) in try await batches.next() }) {
      try body(links)
    }
  }
}
