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
