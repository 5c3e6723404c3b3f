public import Links

/// The links saved last, for the screen before the first spin.
public struct RecentlySaved: Equatable, Sendable {
  public internal(set) var links: [SavedLink] = []
  var request = LatestRequest<Int>()
  /// Whether the saved links have changed since the last request.
  var isOutdated = true
}

extension AppState {
  /// Reads the links saved last when they come on screen, and again when they change.
  mutating func reconcileRecentlySaved() -> [Effect] {
    guard tab == .spin, spin == nil, saved.total > 0, recentlySaved.isOutdated else { return [] }
    recentlySaved.isOutdated = false
    let id = nextRequest()
    return recentlySaved.request.begin(id, Self.recentCount)
      + [.read(.recent(id, count: Self.recentCount))]
  }

  /// The most that any screen shows.
  private static let recentCount = 12

  mutating func endRecentlySaved(_ id: RequestID, _ result: Result<[SavedLink], StoreError>) {
    guard recentlySaved.request.end(id) != nil else { return }
    // Without an answer, the screen is as it was. Saved shows what's wrong.
    if case .success(let links) = result { recentlySaved.links = links }
  }
}
