import LinkStore

/// A listing that was requested and hasn't arrived.
///
/// Until it arrives the screen shows the former list, and ``SavedList/query`` is the former query.
struct ListRequest: Hashable, Sendable {
  /// Where the cursor goes when the listing arrives.
  enum Position: Hashable, Sendable {
    /// Stays at its link, if that's still listed.
    case kept
    case first
    case at(SavedList.Place)
  }

  var query: SavedQuery
  var position = Position.kept
  /// Whether the person requested it, so that keys typed next are meant for it and wait.
  var isAwaited: Bool
  /// Whether nobody requested it, because links changed by themselves.
  var isUnrequested = false
}

extension AppState {
  /// Requests a listing in place of the one requested before, with enough rows for the screen.
  mutating func requestList(
    _ query: SavedQuery, position: ListRequest.Position = .kept, isAwaited: Bool = true,
    isUnrequested: Bool = false
  ) -> [Effect] {
    let id = nextRequest()
    let request = ListRequest(
      query: query, position: position, isAwaited: isAwaited, isUnrequested: isUnrequested)
    // The list shows the changes made before it was requested.
    if isAwaited { saved.changes.awaitAll() }
    return saved.listing.request.begin(id, request)
      + [.read(.list(id, query, rows: 2 * visibleRows))]
  }

  /// Requests the list again because links have changed, whether it's shown or not, since their
  /// number is in the header.
  /// - Parameters:
  ///   - position: where the cursor goes, unless something else was requested before.
  ///   - isAwaited: whether keys that waited for the change wait for the list.
  mutating func reloadList(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isUnrequested: Bool = false
  ) -> [Effect] {
    let former = saved.listing.request.subject
    let window = Array(saved.window(visibleRows: visibleRows))
    let effects = requestList(
      saved.listing.requestedQuery,
      position: position == .kept ? former?.position ?? .kept : position,
      isAwaited: isAwaited || former?.isAwaited ?? false,
      isUnrequested: isUnrequested && former?.isUnrequested ?? true)
    return effects + (window.isEmpty ? [] : [readRows(window)])
  }

  /// Reads the rows that came on screen.
  mutating func readMissingRows() -> [Effect] {
    let unread = saved.unread(visibleRows: visibleRows)
    return unread.isEmpty ? [] : [readRows(unread)]
  }

  private mutating func readRows(_ ids: [SavedLink.ID]) -> Effect {
    let id = nextRequest()
    // Rows that were requested before are welcome too, so they aren't cancelled.
    saved.listing.rowsRequest.begin(id, ids)
    return .read(.links(id, ids))
  }
}
