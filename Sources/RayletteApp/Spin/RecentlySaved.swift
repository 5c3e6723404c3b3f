public import Links

/// The links saved last, for the screen before the first spin.
public struct RecentlySaved: Equatable, Sendable {
  public internal(set) var links: [SavedLink] = []
  private(set) var request = LatestRequest<Int>()
  /// Whether the saved links have changed since the last request.
  var isOutdated = true

  /// The most that any screen shows.
  private static let count = 12

  mutating func begin(_ id: RequestID) -> [Effect] {
    isOutdated = false
    return request.begin(id, Self.count) + [.read(.recent(id, count: Self.count))]
  }

  mutating func end(_ id: RequestID, _ result: Result<[SavedLink], StoreError>) {
    guard request.end(id) != nil else { return }
    // Without an answer, the screen is as it was. Saved shows what's wrong.
    if case .success(let links) = result { self.links = links }
  }
}
