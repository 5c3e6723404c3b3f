public import LinkStore

/// The saved links as the Saved tab shows them.
///
/// However many there are, only their ids are here, in order, and the links of the rows around the
/// screen; the rest stays in the store.
public struct SavedList: Equatable, Sendable {
  /// What is listed on screen.
  public private(set) var query = SavedQuery()
  /// What was asked for in its place, and has not come yet.
  var request: ListRequest?
  /// The links asked for last, while they have not come.
  var rowsRequest: RequestID?
  /// All links of the list, in order.
  public private(set) var ids: [SavedLink.ID] = []
  /// How many links are kept, whatever is listed.
  public private(set) var total: Int
  /// What is known of the rows around the screen.
  private var rows: [SavedLink.ID: Row] = [:]
  /// The selected row; 0 when there are none.
  public private(set) var selection = 0
  /// The first row on screen.
  public private(set) var top = 0
  /// Links picked for what is done next; empty means the selected one.
  public internal(set) var selectedIDs: Set<SavedLink.ID> = []
  /// Links that are about to leave the list, by the change that removes them. They stay on screen
  /// until the store has changed, but no key acts on them any more.
  private var pendingRemovals: [RequestID: PendingRemoval] = [:]
  /// Changes of a few links that are being written.
  var pendingChanges: Set<ChangeStep> = []
  /// Those of them that decide what the next key finds: it waits for them.
  var awaitedChanges: Set<ChangeStep> = []
  /// Where a range of picked links began, and what was picked before.
  var range: (start: SavedLink.ID, before: Set<SavedLink.ID>)? {
    get { rangeStart.map { ($0, markedBeforeRange) } }
    set {
      rangeStart = newValue?.start
      markedBeforeRange = newValue?.before ?? []
    }
  }
  private var rangeStart: SavedLink.ID?
  private var markedBeforeRange: Set<SavedLink.ID> = []
  /// Where the list was before a filter or the trash took its place.
  var placeBefore: Place?
  /// Whether the list was read from the store at all.
  public private(set) var isListed = false
  /// Whether a person has looked at it; until then it stays at its beginning.
  var isVisited = false
  /// Whether the selected link left the list by itself, so that another one is selected which nobody
  /// chose.
  var isSelectionDisplaced = false
  /// Links on screen whose pages were never fetched, and are to be.
  var backfilled: [SavedLink.ID] = []
  /// Links whose pages could not be fetched in this session.
  var unfetchable: Set<SavedLink.ID> = []
  var history = ChangeHistory()
  /// All tags in use, the most used first; for completion.
  var tags: [String] = []
  /// Why nothing can be saved; nil when all is well.
  public let writeObstacle: StoreError?

  /// A place in a list.
  struct Place: Hashable, Sendable {
    var selected: SavedLink.ID?
    var offset: Int
  }

  private struct PendingRemoval: Equatable {
    var ids: Set<SavedLink.ID>
    /// The request for the list without them, once they are gone.
    var listing: RequestID?
  }

  /// A link as a request read it.
  private struct Row: Equatable {
    var link: SavedLink
    var request: RequestID
  }

  /// - Parameter total: how many links are kept.
  public init(total: Int, writeObstacle: StoreError? = nil) {
    self.total = total
    self.writeObstacle = writeObstacle
  }

  /// What is asked for: what was asked for last, whether it has come or not.
  var requestedQuery: SavedQuery { request?.query ?? query }

  public var selectedID: SavedLink.ID? { ids.indices.contains(selection) ? ids[selection] : nil }

  /// The selected link, once it was read.
  public var selected: SavedLink? { selectedID.flatMap(link) }

  /// What is known of a link near the screen.
  func link(_ id: SavedLink.ID) -> SavedLink? { rows[id]?.link }

  /// Whether a link is about to leave the list.
  func isLeaving(_ id: SavedLink.ID) -> Bool {
    pendingRemovals.values.contains { $0.ids.contains(id) }
  }

  /// Links are about to leave by a change.
  mutating func beginRemoval(of ids: [SavedLink.ID], by change: RequestID, visibleRows: Int) {
    pendingRemovals[change] = PendingRemoval(ids: Set(ids))
    // The next key is of what it finds, not of what this one was about.
    select(selection, visibleRows: visibleRows)
  }

  /// The links of a change are gone, as the listing that was just asked for shows; or they stay.
  mutating func endRemoval(by change: RequestID, isDone: Bool) {
    guard isDone, let request else {
      pendingRemovals[change] = nil
      return
    }
    pendingRemovals[change]?.listing = request.id
  }

  /// The links that a command means, in order: those picked, else the selected one.
  var targets: [SavedLink.ID] {
    let wanted =
      selectedIDs.isEmpty ? [selectedID].compactMap(\.self) : ids.filter(selectedIDs.contains)
    return pendingRemovals.isEmpty ? wanted : wanted.filter { !isLeaving($0) }
  }

  var place: Place { Place(selected: selectedID, offset: selection - top) }

  /// Moves the selection, and the rows on screen as little as shows it. Links that are about to leave
  /// are passed over, as if they were gone.
  mutating func select(_ index: Int, visibleRows: Int) {
    let index = min(max(0, index), max(0, ids.count - 1))
    selection = nextStaying(from: index, upwards: index < selection) ?? index
    scroll(visibleRows: visibleRows)
    guard let range, let start = ids.firstIndex(of: range.start), !ids.isEmpty else { return }
    selectedIDs = range.before.union(ids[min(start, selection)...max(start, selection)])
  }

  private func nextStaying(from index: Int, upwards: Bool) -> Int? {
    guard !pendingRemovals.isEmpty, ids.indices.contains(index) else { return nil }
    let below = { ids[index...].firstIndex { !isLeaving($0) } }
    let above = { ids[...index].lastIndex { !isLeaving($0) } }
    return upwards ? above() ?? below() : below() ?? above()
  }

  mutating func scroll(visibleRows: Int) {
    let visible = max(1, visibleRows)
    top = min(top, selection)
    top = max(top, selection - visible + 1)
    top = max(0, min(top, ids.count - visible))
  }

  /// Shows the listing that was asked for.
  mutating func show(
    _ listing: SavedListing, for request: ListRequest, at position: ListRequest.Position,
    visibleRows: Int
  ) {
    // The trash begins at what was removed last.
    let isFirst = !isVisited || request.query.isTrash && !query.isTrash
    let place: Place? =
      switch position {
      case .kept: isFirst ? nil : self.place
      case .first: nil
      case .at(let place): place
      }
    let isSameList = isListed && request.query == query
    let former = selectedID
    query = request.query
    isListed = true
    ids = listing.ids
    pendingRemovals = pendingRemovals.filter { _, removal in
      removal.listing.map { $0 > request.id } ?? true
    }
    adopt(listing.firstLinks, request: request.id, visibleRows: visibleRows)
    total = listing.total
    if !selectedIDs.isEmpty { selectedIDs.formIntersection(ids) }
    guard let place else {
      top = 0
      return select(0, visibleRows: visibleRows)
    }
    let index = place.selected.flatMap { ids.firstIndex(of: $0) }
    isSelectionDisplaced =
      isSameList && request.isUnasked && former != nil && index == nil && position == .kept
    top = max(0, (index ?? selection) - place.offset)
    selection = index ?? selection
    select(selection, visibleRows: visibleRows)
  }

  /// Takes over what was read of the store, unless something newer is known; what is far from the
  /// screen is forgotten.
  mutating func adopt(_ read: [SavedLink], request: RequestID, visibleRows: Int) {
    if rowsRequest == request { rowsRequest = nil }
    if rows.count > 20 * max(10, visibleRows) {
      let near = Set(window(visibleRows: visibleRows))
      rows = rows.filter { near.contains($0.key) }
    }
    for link in read where rows[link.id].map({ $0.request <= request }) ?? true {
      rows[link.id] = Row(link: link, request: request)
    }
  }

  /// The rows on screen, and a screen above and below.
  func window(visibleRows: Int) -> ArraySlice<SavedLink.ID> {
    let first = max(0, top - visibleRows)
    return ids.dropFirst(first).prefix(top - first + 2 * visibleRows)
  }

  /// Links on screen whose pages nobody has fetched yet, the selected one first.
  func backfillTargets(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    let first = onScreen.first { $0 == selectedID }
    return ([first].compactMap(\.self) + onScreen.filter { $0 != first }).filter { id in
      link(id)?.isFetched == false && !unfetchable.contains(id)
    }
  }

  /// Rows of the window that the store has yet to tell of.
  func unknown(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    // Ahead of the screen is read along, but is no reason to read.
    guard onScreen.contains(where: { rows[$0] == nil }) else { return [] }
    return window(visibleRows: visibleRows).filter { rows[$0] == nil }
  }
}
