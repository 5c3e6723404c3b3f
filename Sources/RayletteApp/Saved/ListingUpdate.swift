import Links
import Localization

/// Selects the listed links by filter, sort order and trash, and reads their rows.
extension SavedState {
  /// Lists the links when the tab comes on screen. The list may not have been read yet, or another
  /// program may have changed it.
  mutating func appear(in context: inout UpdateContext) {
    let scrollPosition = restoredScrollPosition
    restoredScrollPosition = nil
    isVisited = true
    sidebar.isFocused = false
    return list(
      listing.requestedQuery, position: scrollPosition.map { .at($0) } ?? .kept, in: &context)
  }

  mutating func beginFilter(in context: inout UpdateContext) {
    if scrollPositionBefore == nil { scrollPositionBefore = scrollPosition }
    context.open(.prompt(Prompt(.filter, text: query.filter.text, isSelected: true)))
    readTags(in: &context)
    context.begin(&sitesRequest, listing.query) { .read(.sites($0)) }
  }

  /// Lists the links that match the filter so far.
  mutating func typeFilter(_ filter: SavedFilter, in context: inout UpdateContext) {
    view.showList()
    if filter == listing.requestedQuery.filter { return }
    return self.filter(filter, position: .first, in: &context)
  }

  /// Lists the links that match a filter.
  mutating func filter(
    _ filter: SavedFilter, position: ListRequest.Position, in context: inout UpdateContext
  ) {
    var query = listing.requestedQuery
    query.filter = filter
    return listFiltered(query, position: position, in: &context)
  }

  /// Lists the links that match a chosen filter.
  /// - Parameter leavesTrash: whether the filter is for links outside the trash.
  mutating func choose(_ filter: String, leavesTrash: Bool, in context: inout UpdateContext) {
    if scrollPositionBefore == nil { scrollPositionBefore = scrollPosition }
    view.showList()
    var query = listing.requestedQuery
    if leavesTrash, query.isTrash {
      selection.clear()
      query.isTrash = false
    }
    query.filter = SavedFilter(filter)
    return listFiltered(query, position: .first, in: &context)
  }

  /// Ends typing a filter, and adds it to the history.
  mutating func endFilter(_ text: String, in context: inout UpdateContext) {
    let filter = listing.requestedQuery.filter
    let ended = filter.ended(among: tags.map(\.name))
    filterHistory.add(filter.tagBeingTyped == nil ? text : ended.text)
    // An empty line clears the filter.
    if filter.isEmpty { return self.filter(SavedFilter(""), position: .kept, in: &context) }
    if ended != filter { self.filter(SavedFilter(ended.text), position: .kept, in: &context) }
  }

  private mutating func listFiltered(
    _ query: SavedQuery, position: ListRequest.Position, in context: inout UpdateContext
  ) {
    var query = query
    query.sort = sort(for: query)
    query.isFuzzy = !query.filter.highlights.isEmpty
    return list(query, position: position, in: &context)
  }

  mutating func sort(_ sort: SavedSort, in context: inout UpdateContext) {
    guard sort != query.sort else { return }
    var query = query
    query.sort = sort
    sortBefore = nil
    // A regular screen shows the order in the header.
    if context.surroundings.appearance.isAccessible {
      context.inform(localized("Sorted: \(query.sort.name)."))
    }
    // Someone at the top wants to see what's first in the new order.
    return list(query, position: selection.isCursorChosen ? .kept : .first, in: &context)
  }

  mutating func toggleTrash(in context: inout UpdateContext) {
    selection.clear()
    let isTrash = query.isTrash
    if !isTrash { scrollPositionBefore = scrollPosition }
    let sort = sortBefore ?? query.sort
    sortBefore = nil
    return list(SavedQuery(sort: sort, isTrash: !isTrash), in: &context)
  }

  /// Takes one step back: stops the job, clears the selection, clears the filter, or leaves the
  /// trash.
  mutating func goBack(in context: inout UpdateContext) {
    // The job stays until it reports its result.
    if let id = jobRequest.pendingID { return context.run(.cancel(id)) }
    if selection.isRange || !selectedIDs.isEmpty {
      return selection.clear()
    }
    var query = query
    if query.filter.text.isEmpty { query.isTrash = false }
    query.filter = SavedFilter("")
    query.sort = sort(for: query)
    return list(query, in: &context)
  }

  /// Requests a listing with enough rows for the screen. Replaces a pending request.
  mutating func list(
    _ query: SavedQuery, position: ListRequest.Position = .kept, isAwaited: Bool = true,
    isExternal: Bool = false, in context: inout UpdateContext
  ) {
    let request = ListRequest(
      query: query, position: position, isAwaited: isAwaited, isExternal: isExternal)
    // The list includes all earlier changes, so keys wait for those too.
    if isAwaited { changes.awaitAll() }
    let rows = 2 * visibleRows(in: context.surroundings)
    context.begin(&listing.request, request) { .read(.list($0, query, rows: rows)) }
  }

  /// Requests the list again because links have changed, even if it isn't on screen, because the
  /// header shows the number of links.
  /// - Parameters:
  ///   - position: the position of the cursor, unless a pending request has one.
  ///   - isAwaited: whether keys that waited for the change also wait for the list.
  mutating func reload(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isExternal: Bool = false,
    in context: inout UpdateContext
  ) {
    context.then { $0.spin.recentlySaved.isOutdated = true }
    let previous = listing.request.subject
    let window = Array(self.window(visibleRows: visibleRows(in: context.surroundings)))
    list(
      listing.requestedQuery,
      position: position == .kept ? previous?.position ?? .kept : position,
      isAwaited: isAwaited || previous?.isAwaited ?? false,
      isExternal: isExternal && previous?.isExternal ?? true, in: &context)
    if !window.isEmpty { readRows(window, in: &context) }
  }

  /// Requests the rows on screen that haven't been read.
  mutating func readMissingRows(in context: inout UpdateContext) {
    let unread = self.unread(visibleRows: visibleRows(in: context.surroundings))
    if !unread.isEmpty { readRows(unread, in: &context) }
  }

  private mutating func readRows(_ ids: [SavedLink.ID], in context: inout UpdateContext) {
    let id = context.nextRequest()
    // Doesn't cancel earlier requests, because their rows are useful too.
    listing.rowsRequest.begin(id, ids)
    context.run(.read(.links(id, ids)))
  }

  mutating func endListing(
    _ id: RequestID, _ result: Result<SavedListing, StoreError>, isTyping: Bool,
    isOnScreen: Bool, in context: inout UpdateContext
  ) {
    guard listing.request.isPending(id) else { return }
    // This listing doesn't include changes still being written. It's requested again when they end.
    let isAwaited = listing.request.subject?.isAwaited == true
    if isAwaited, !changes.awaited.isEmpty { return }
    guard let request = listing.request.end(id) else { return }
    switch result {
    case .success(let listing):
      if let status = listing.undo { undo.observe(status) }
      let isBack =
        !request.query.isTrash && request.query.filter.isEmpty && !isTyping
        && request.position == .kept
      let scrollPosition = isBack ? scrollPositionBefore : nil
      show(
        listing, of: request, id: id, at: scrollPosition.map { .at($0) } ?? request.position,
        visibleRows: visibleRows(in: context.surroundings))
      if isBack { scrollPositionBefore = nil }
      if case .added(let id) = request.position, !listing.ids.contains(id) {
        reportHidden(id, in: request.query, isOnScreen: isOnScreen, in: &context)
      }
      readMissingRows(in: &context)
    case .failure(let error):
      // Keys typed for this list have nothing to act on.
      context.dropTypeAhead()
      context.fail(error.description.asSentence)
    }
  }

  /// Tells the user that the list hides an added link. The cursor goes to the link when the filter
  /// is cleared.
  private mutating func reportHidden(
    _ id: SavedLink.ID, in query: SavedQuery, isOnScreen: Bool, in context: inout UpdateContext
  ) {
    scrollPositionBefore = ScrollPosition(link: id, offset: 0)
    // Keeps a failure that was just reported.
    guard context.notice?.kind != .failure else { return }
    let key = context.surroundings.keyMap.label(of: "saved.back", on: .saved)
    let reason =
      !isOnScreen || key.isEmpty
      ? localized("The filter of Saved hides it.")
      : query.isTrash && query.filter.isEmpty
        ? localized("It isn't in the trash: \(key) shows it.")
        : localized("The filter hides it: \(key) shows it.")
    context.inform([context.notice?.text ?? localized("Saved."), reason].paragraph)
  }

  /// Reports a problem of the store.
  mutating func report(_ error: StoreError, in context: inout UpdateContext) {
    context.fail(error.description.asSentence)
    switch error {
    case .recreated, .replaced:
      // The list and the offered undo belong to another file.
      undo = UndoState()
      return reload(in: &context)
    case .unreadable, .corrupt, .foreign, .newer, .readOnly, .full, .busy, .logRemoved, .setAside,
      .cacheUnavailable, .undone, .failed, .stopped:
      return
    }
  }

  mutating func endReading(
    _ id: RequestID, _ result: Result<[SavedLink], StoreError>, in context: inout UpdateContext
  ) {
    switch result {
    case .success(let links):
      adopt(links, request: id, visibleRows: visibleRows(in: context.surroundings))
    case .failure(let error):
      _ = listing.rowsRequest.end(id)
      context.fail(error.description.asSentence)
    }
  }
}

extension SavedSort {
  /// A sort order that can be chosen.
  struct Choice {
    let sort: SavedSort
    /// The name in the session file, which ends the command's name, too.
    let sessionName: String
    /// The key in the menu of sort orders.
    let key: Character?
    let menuText: String
    let help: String
  }

  /// All sort orders, in the order of the menu. Any seed works, as long as it stays the same.
  static var choices: [Choice] {
    [
      Choice(
        sort: .newest, sessionName: "newest", key: "n", menuText: localized("newest"),
        help: localized("sort newest first")),
      Choice(
        sort: .oldest, sessionName: "oldest", key: "o", menuText: localized("oldest"),
        help: localized("sort oldest first")),
      Choice(
        sort: .title, sessionName: "title", key: "t", menuText: localized("title"),
        help: localized("sort by title")),
      Choice(
        sort: .site, sessionName: "site", key: "s", menuText: localized("site"),
        help: localized("sort by site")),
      Choice(
        sort: .opened, sessionName: "opened", key: "l", menuText: localized("last opened"),
        help: localized("sort last opened first")),
      Choice(
        sort: .random(seed: 1), sessionName: "random", key: "r", menuText: localized("random"),
        help: localized("sort in random order")),
    ]
  }

  var next: SavedSort {
    // Relevance comes before all others.
    let index = Self.choices.firstIndex { $0.sort == self } ?? -1
    return Self.choices[(index + 1) % Self.choices.count].sort
  }

  /// The name in the session file. Relevance isn't stored.
  var sessionName: String {
    Self.choices.first { $0.sort == self }?.sessionName ?? "newest"
  }

  /// Creates a sort order from its name in the session file. An unknown name means newest first.
  init(sessionName: String) {
    self = Self.choices.first { $0.sessionName == sessionName }?.sort ?? .newest
  }

  /// The name in the header.
  var name: String {
    switch self {
    case .newest: localized("newest first")
    case .oldest: localized("oldest first")
    case .title: localized("by title")
    case .site: localized("by site")
    case .opened: localized("last opened first")
    case .relevance: localized("best match first")
    case .random: localized("in random order")
    }
  }
}
