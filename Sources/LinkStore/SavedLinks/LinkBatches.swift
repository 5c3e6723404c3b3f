import GRDB
public import Links

/// Reads links in batches, so that memory use doesn't grow with their number, and other reads
/// needn't wait for all of them.
///
///     for try await links in store.batches(of: ids) { print(links.count) }
public struct LinkBatches: AsyncSequence, Sendable {
  let store: SavedLinkStore
  let ids: [SavedLink.ID]
  let size: Int

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let store: SavedLinkStore
    fileprivate var rest: ArraySlice<SavedLink.ID>
    fileprivate let size: Int

    public mutating func next() async throws(StoreError) -> [SavedLink]? {
      guard !rest.isEmpty else { return nil }
      if Task.isCancelled { throw .stopped }
      let ids = rest.prefix(size)
      rest = rest.dropFirst(size)
      return try await store.file.read { try SavedLinkStore.links(ids, in: $0) } ?? []
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(store: store, rest: ids[...], size: size)
  }
}

extension SavedLinkStore {
  /// Returns the links that still exist, in the order of the ids, in batches.
  /// - Parameter size: the number of ids in a batch.
  public func batches(
    of ids: some Collection<SavedLink.ID>, size: Int = 500
  ) -> LinkBatches {
    LinkBatches(store: self, ids: Array(ids), size: size)
  }

  /// Returns the links that still exist, in the order of the ids.
  public func links(_ ids: some Collection<SavedLink.ID>) async throws(StoreError) -> [SavedLink] {
    var links: [SavedLink] = []
    for try await batch in batches(of: ids) { links += batch }
    return links
  }

  /// Returns the outlines of the links that still exist, in the order of the ids.
  public func outlines(_ ids: [SavedLink.ID]) async throws(StoreError) -> [LinkOutline] {
    let outlines = try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT url, note FROM link WHERE id = ?")
      return try ids.compactMap { id in
        try Row.fetchOne(statement, arguments: [id]).map {
          LinkOutline(id: id, address: $0[0], note: $0[1])
        }
      }
    }
    return outlines ?? []
  }
}
