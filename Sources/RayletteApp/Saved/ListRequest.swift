import LinkStore

/// A listing that was asked for and has not come yet.
///
/// Until it comes the screen shows the former list, and ``SavedList/query`` is the former query: what
/// is asked for and what is shown never mix.
struct ListRequest: Hashable, Sendable {
  /// Where the selection stands in the listing when it comes.
  enum Position: Hashable, Sendable {
    /// On the selected link, while it is listed.
    case kept
    case first
    case at(SavedList.Place)
  }

  let id: RequestID
  var query: SavedQuery
  var position = Position.kept
  /// Whether a person asked for it, so that what is typed next is meant for it and waits.
  var isAwaited: Bool
  /// Whether nobody asked for it: links have changed by themselves.
  var isUnasked = false
}

extension AppState {
  /// Asks for a listing in place of the one asked for before, with enough rows for the screen.
  mutating func requestList(
    _ query: SavedQuery, position: ListRequest.Position = .kept, isAwaited: Bool = true
  ) -> [Effect] {
    let id = nextRequest()
    saved.request = ListRequest(id: id, query: query, position: position, isAwaited: isAwaited)
    // What was asked for before is to be seen in it.
    if isAwaited { saved.awaitedChanges.formUnion(saved.pendingChanges) }
    return [.listSaved(id, query, rows: 2 * SavedView.visibleRows(in: self))]
  }

  /// Asks anew for what is listed, or was asked for, because links have changed: shown or not, since
  /// their number stands in the header.
  /// - Parameters:
  ///   - position: where the selection is to stand, unless something else was asked for before.
  ///   - isAwaited: whether keys wait for it that waited for the change.
  mutating func reloadList(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isUnasked: Bool = false
  ) -> [Effect] {
    let former = saved.request
    let window = Array(saved.window(visibleRows: SavedView.visibleRows(in: self)))
    let effects = requestList(
      saved.requestedQuery, position: position == .kept ? former?.position ?? .kept : position,
      isAwaited: isAwaited || former?.isAwaited ?? false)
    saved.request?.isUnasked = isUnasked && former?.isUnasked ?? true
    return effects + (window.isEmpty ? [] : [readRows(window)])
  }

  /// Asks for the rows that came on screen.
  mutating func readMissingRows() -> [Effect] {
    let unknown = saved.unknown(visibleRows: SavedView.visibleRows(in: self))
    return unknown.isEmpty ? [] : [readRows(unknown)]
  }

  /// Reads a link anew, because it has changed.
  mutating func reload(_ id: SavedLink.ID) -> [Effect] { [.readSaved(nextRequest(), [id])] }

  private mutating func readRows(_ ids: [SavedLink.ID]) -> Effect {
    let id = nextRequest()
    saved.rowsRequest = id
    return .readSaved(id, ids)
  }
}
