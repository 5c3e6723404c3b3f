import Links

/// A pending request for a listing.
///
/// Until it arrives, the screen shows the previous list, and ``SavedList/query`` is the previous query.
struct ListRequest: Hashable, Sendable {
  /// Where the cursor goes when the listing arrives.
  enum Position: Hashable, Sendable {
    /// The cursor stays at its link, if that's still listed.
    case kept
    case first
    case at(SavedList.Place)
    /// The cursor goes to a link that was added. If the list hides that link, the screen says so.
    case added(SavedLink.ID)
  }

  var query: SavedQuery
  var position = Position.kept
  /// Whether the user requested it. Keys typed next wait for it, because they're meant for it.
  var isAwaited: Bool
  /// Whether the user didn't cause it, because links changed by themselves.
  var isExternal = false
}

extension AppState {
  /// Requests a listing with enough rows for the screen. Replaces a pending request.
  mutating func requestList(
    _ query: SavedQuery, position: ListRequest.Position = .kept, isAwaited: Bool = true,
    isExternal: Bool = false
  ) -> [Effect] {
    let id = nextRequest()
    let request = ListRequest(
      query: query, position: position, isAwaited: isAwaited, isExternal: isExternal)
    // The list includes all changes made before the request, so keys wait for those too.
    if isAwaited { saved.changes.awaitAll() }
    return saved.listing.request.begin(id, request)
      + [.read(.list(id, query, rows: 2 * visibleRows))]
  }

  /// Requests the list again because links have changed. Does so even while it isn't shown, because
  /// the header shows the number of links.
  /// - Parameters:
  ///   - position: Where the cursor goes, unless a pending request says otherwise.
  ///   - isAwaited: Whether keys that waited for the change also wait for the list.
  mutating func reloadList(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isExternal: Bool = false
  ) -> [Effect] {
    spin.recentlySaved.isOutdated = true
    let previous = saved.listing.request.subject
    let window = Array(saved.window(visibleRows: visibleRows))
    let effects = requestList(
      saved.listing.requestedQuery,
      position: position == .kept ? previous?.position ?? .kept : position,
      isAwaited: isAwaited || previous?.isAwaited ?? false,
      isExternal: isExternal && previous?.isExternal ?? true)
    return effects + (window.isEmpty ? [] : [readRows(window)])
  }

  /// Requests the rows that came on screen and haven't been read.
  mutating func readMissingRows() -> [Effect] {
    let unread = saved.unread(visibleRows: visibleRows)
    return unread.isEmpty ? [] : [readRows(unread)]
  }

  private mutating func readRows(_ ids: [SavedLink.ID]) -> Effect {
    let id = nextRequest()
    // Doesn't cancel earlier requests, because their rows are useful too.
    saved.listing.rowsRequest.begin(id, ids)
    return .read(.links(id, ids))
  }
}
