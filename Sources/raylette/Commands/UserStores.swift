import Favorites
import Foundation
import LinkStore
import Links

/// What a command does with the user's stores.
enum StoreUse {
  case reading
  case writing
  /// Says what would be written, and changes nothing. The store isn't upgraded, either.
  case trying
}

extension StoreLocation {
  /// The location of the user's stores.
  static var ofUser: StoreLocation { StoreLocation(environment: Invocation.current.environment) }
}

extension SavedLinkStore {
  /// Opens the user's saved links.
  /// - Throws: also if the store is for writing and can't be written.
  static func ofUser(_ use: StoreUse = .reading) throws(StoreError) -> SavedLinkStore {
    if use == .trying { return try SavedLinkStore(dryRunOn: .ofUser) }
    let store = try SavedLinkStore(location: .ofUser)
    if use == .writing {
      if let obstacle = store.writeError { throw obstacle }
      Invocation.current.backup.note(store)
    }
    return store
  }

  /// Returns a store that records all its changes as one of the shell's, for undo.
  func recording(_ kind: ChangeKind) -> SavedLinkStore {
    recording(kind, from: .shell, at: Date())
  }

  /// Calls `body` for the links of a query, in its order, with many of them at a time, so that
  /// memory use doesn't grow with the store.
  /// - Returns: the number of links.
  func forEachBatch(
    _ query: SavedQuery, limit: Int? = nil, _ body: ([SavedLink]) throws -> Void
  ) async throws -> Int {
    let ids = try await list(query).ids
    let wanted = ids.prefix(limit ?? ids.count)
    for try await links in batches(of: wanted) { try body(links) }
    return wanted.count
  }

  /// Returns the links of a query, in its order.
  func links(_ query: SavedQuery) async throws -> [SavedLink] {
    var links: [SavedLink] = []
    _ = try await forEachBatch(query) { links += $0 }
    return links
  }

  /// Calls `body` for the links that still exist, in this order.
  func forEach(
    _ ids: some Collection<SavedLink.ID>, _ body: (SavedLink) throws -> Void
  ) async throws {
    for try await links in batches(of: ids) { try links.forEach(body) }
  }
}
