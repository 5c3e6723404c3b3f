package import Links

/// The state of the Saved tab: the listed links, the cursor, the selection and pending changes.
package struct SavedState: Equatable, Sendable {
  var listing: ListedLinks
  var selection = ListSelection()
  /// The layout of the tab.
  package var view = ListView()
  var sidebar = Sidebar()
  var changes = PendingChanges()
  var backfill = Backfill()
  var excerpts = Excerpts()
  var paneText = PaneText()
  var undo: UndoState
  /// The icons of sites in the list.
  var icons = SiteIcons()
  /// Whether the trash still needs to be purged, which happens once per session.
  var isTrashPurgeDue = false
  var tagsRequest = LatestRequest<SavedQuery>()
  var sitesRequest = LatestRequest<SavedQuery>()
  var jobRequest = LatestRequest<BackgroundJob>()
  /// The position in the list before a filter or the trash replaced it.
  var scrollPositionBefore: ScrollPosition?
  /// The sort order before a filter with words, whose best matches come first. Nil if the user has
  /// chosen the order.
  var sortBefore: SavedSort?
  /// The position from an earlier session, until the list is shown.
  var restoredScrollPosition: ScrollPosition?
  /// Whether the user has seen the list. Until then, it stays at the top.
  var isVisited = false
  /// Whether the link at the cursor left the list without the user's action, so that the cursor is
  /// at a link that the user didn't choose.
  var isCursorDisplaced = false
  /// All tags in use, most used first, for completion.
  var tags: [SavedFacets.Count] = []
  /// The sites of the saved links, most links first, for completion.
  var sites: [SavedFacets.Count] = []
  /// The browsers that have bookmarks. Empty unless nothing was saved at the start.
  var browsers: [WebBrowser] = []
  /// The previous filters.
  var filterHistory = RecentTexts(limit: 50)
  /// The number typed before a movement, as in `5j`.
  var count: Int?

  /// A position in a list.
  struct ScrollPosition: Hashable, Sendable {
    /// The link at the cursor.
    var link: SavedLink.ID?
    /// The number of rows between the top of the screen and the cursor.
    var offset: Int
  }

  /// - Parameter total: the number of saved links.
  package init(total: Int, undo: UndoStatus = UndoStatus()) {
    self.undo = UndoState(undo)
    listing = ListedLinks(total: total)
  }

  // MARK: - On screen

  /// Whether any links are listed.
  var isListing: Bool { !ids.isEmpty }

  /// Whether any links outside the trash are listed.
  var isListingSaved: Bool { isListing && !query.isTrash }

  /// The running job, or nil if there's none.
  var job: BackgroundJob? { jobRequest.subject }

  /// All listed links, in order.
  var ids: [SavedLink.ID] { listing.ids }
  /// The number of saved links, whatever is listed.
  var total: Int { listing.total }
  /// The query whose result is on screen.
  package var query: SavedQuery { listing.query }
  /// The index of the cursor; 0 in an empty list.
  var cursor: Int { selection.cursor }
  /// The first row on screen.
  var top: Int { selection.top }
  /// Links selected for the next command. If there are none, commands act on the link at the
  /// cursor.
  var selectedIDs: Set<SavedLink.ID> { selection.ids }

  var cursorID: SavedLink.ID? { ids.indices.contains(cursor) ? ids[cursor] : nil }

  /// The link at the cursor, or nil if it hasn't been read yet.
  var linkAtCursor: SavedLink? { cursorID.flatMap(link) }

  /// Returns a link near the screen, or nil if it hasn't been read yet.
  func link(_ id: SavedLink.ID) -> SavedLink? { listing.link(id) }

  /// Returns the sort order for a query whose filter has changed: relevance while the filter has
  /// words, and the previous order afterwards.
  mutating func sort(for query: SavedQuery) -> SavedSort {
    let hasWords = !query.filter.highlights.isEmpty && !query.isTrash
    if hasWords, sortBefore == nil, query.filter != listing.requestedQuery.filter,
      listing.requestedQuery.filter.highlights.isEmpty
    {
      sortBefore = query.sort
      return .relevance
    }
    guard !hasWords else { return query.sort }
    let before = sortBefore
    sortBefore = nil
    return query.sort == .relevance ? before ?? .newest : query.sort
  }

  var scrollPosition: ScrollPosition { ScrollPosition(link: cursorID, offset: cursor - top) }

  // MARK: - Targets

  /// The links that a command acts on, in list order: the selected links, or else the link at the
  /// cursor.
  var targets: [SavedLink.ID] {
    let wanted =
      selectedIDs.isEmpty ? [cursorID].compactMap(\.self) : ids.filter(selectedIDs.contains)
    return wanted.filter { !changes.isLeaving($0) }
  }

  /// Whether there are ``targets``, without going through the whole list.
  var hasTargets: Bool {
    selectedIDs.isEmpty ? targetAtCursor != nil : selectedIDs.contains { !changes.isLeaving($0) }
  }

  /// Whether a target near the screen is known to have moved, without going through the whole list.
  var hasMovedTarget: Bool {
    let known = selectedIDs.isEmpty ? [cursorID].compactMap(\.self) : listing.knownIDs
    return known.contains { id in
      guard selectedIDs.isEmpty || selectedIDs.contains(id), !changes.isLeaving(id),
        case .moved? = link(id)?.check?.outcome
      else { return false }
      return true
    }
  }

  /// The link at the cursor, unless it's being removed from the list.
  var targetAtCursor: SavedLink.ID? { cursorID.flatMap { changes.isLeaving($0) ? nil : $0 } }

  // MARK: - Changes

  /// Moves the cursor, and scrolls just enough to show it.
  mutating func moveCursor(to index: Int, visibleRows: Int) {
    selection = selection(movedTo: index, visibleRows: visibleRows)
  }

  /// Returns the selection with the cursor at another row, within the list.
  func selection(movedTo index: Int, visibleRows: Int) -> ListSelection {
    var moved = selection
    moved.move(to: index, in: ids, visibleRows: visibleRows, isLeaving: changes.isLeaving)
    return moved
  }

  /// Marks links that a change is removing from the list. They stay on screen until the store has
  /// changed, but commands no longer act on them.
  mutating func beginRemoval(of ids: [SavedLink.ID], by change: RequestID, visibleRows: Int) {
    changes.beginRemoval(of: ids, by: change)
    // Moves the cursor off a removed link, so that the next key acts on another one.
    moveCursor(to: cursor, visibleRows: visibleRows)
  }

  /// Shows the result of a request.
  mutating func show(
    _ result: SavedListing, of request: ListRequest, id: RequestID,
    at position: ListRequest.Position, visibleRows: Int
  ) {
    // The trash opens at the top, where the link removed last is.
    let isFirst = !isVisited || request.query.isTrash && !query.isTrash
    let target: ScrollPosition? =
      switch position {
      case .kept: isFirst ? nil : self.scrollPosition
      case .first: nil
      case .at(let position): position
      case .added(let id):
        // If the filter hides the link, the cursor stays.
        result.ids.contains(id)
          ? ScrollPosition(link: id, offset: self.scrollPosition.offset) : self.scrollPosition
      }
    let isSameList = listing.isListed && request.query == query
    let previous = cursorID
    listing.show(result, of: request, id: id)
    changes.endRemovals(listedBy: id)
    adopt(result.firstLinks, request: id, visibleRows: visibleRows)
    selection.keep(ids)
    guard let target else {
      selection.top = 0
      selection.isCursorChosen = false
      return moveCursor(to: 0, visibleRows: visibleRows)
    }
    let index = target.link.flatMap { ids.firstIndex(of: $0) }
    isCursorDisplaced =
      isSameList && request.isExternal && previous != nil && index == nil && position == .kept
    selection.place(at: index ?? cursor, offset: target.offset)
    moveCursor(to: cursor, visibleRows: visibleRows)
    if position != .kept { selection.isCursorChosen = cursor > 0 }
  }

  /// Stores links that were read, unless newer versions are known.
  mutating func adopt(_ links: [SavedLink], request: RequestID, visibleRows: Int) {
    listing.adopt(links, request: request, near: window(visibleRows: visibleRows))
  }

  /// Returns the rows on screen, and a screenful above and below.
  func window(visibleRows: Int) -> ArraySlice<SavedLink.ID> {
    let first = max(0, top - visibleRows)
    return ids.dropFirst(first).prefix(top - first + 2 * visibleRows)
  }

  /// Returns the rows to read, or nothing if all rows on screen are read.
  func unread(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    // Rows around the screen are read along with those on screen, but don't cause a read.
    guard onScreen.contains(where: { link($0) == nil }) else { return [] }
    return window(visibleRows: visibleRows).filter { link($0) == nil }
  }

  /// Returns the links on screen whose pages were never fetched, the one at the cursor first.
  func backfillTargets(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    let first = onScreen.first { $0 == cursorID }
    return ([first].compactMap(\.self) + onScreen.filter { $0 != first }).filter { id in
      link(id)?.isFetched == false && backfill.failures[id] == nil
    }
  }
}
