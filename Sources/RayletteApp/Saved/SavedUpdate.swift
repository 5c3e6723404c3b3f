import Links

extension SavedState {
  /// - Parameters:
  ///   - isTyping: Whether a line is being typed.
  ///   - isOnScreen: Whether the tab is.
  mutating func update(
    _ action: SavedAction, isTyping: Bool, isOnScreen: Bool, in turn: inout Turn
  ) -> [Effect] {
    switch action {
    case .moved(let movement): return move(movement, in: &turn)
    case .rowPressed(let id, let count): return press(id, count: count, in: &turn)
    case .scrolled(let rows): return isListing ? moveCursor(to: cursor + rows, in: &turn) : []
    case .filterPressed: return beginFilter(in: &turn)
    case .backPressed: return goBack(in: &turn)
    case .sortPressed(let step): return changeSort(by: step, in: &turn)
    case .densityPressed: return changeView(in: &turn) { $0.density = $0.density.next }
    case .cardPressed:
      let hasRoom = SavedLayout.hasRoomBeside(in: turn.surroundings)
      return changeView(in: &turn) { $0.cycleCard(hasRoomBeside: hasRoom) }
    case .cardWidened(let step): return changeView(in: &turn) { $0.widenCard(by: step) }
    case .selectPressed: return toggleSelection(in: &turn)
    case .rangePressed: toggleRange()
    case .selectAllPressed: toggleAll()
    case .trashPressed: return toggleTrash(in: &turn)

    case .removePressed:
      return change(
        .make(.trash(targets, at: turn.surroundings.now)), .removed, in: &turn)
    case .restorePressed: return change(.make(.restore(targets)), .restored, in: &turn)
    case .markPressed: return mark(in: &turn)
    case .acceptMovesPressed: return change(.acceptMoves(targets), .moved, in: &turn)
    case .editPressed: edit(in: &turn)
    case .refreshPressed: return beginRefresh(in: &turn)
    case .checkPressed: return beginJob(.check, in: &turn)
    case .emptyTrashPressed: askToEmptyTrash(in: &turn)

    case .filterTyped(let filter):
      if filter == listing.requestedQuery.filter { return [] }
      return self.filter(filter, position: .first, in: &turn)
    case .filterEntered(let text): return endFilter(text, in: &turn)
    case .filterCancelled: return filter(SavedFilter(""), position: .kept, in: &turn)
    case .filterChosen(let filter, let leavesTrash):
      return choose(filter, leavesTrash: leavesTrash, in: &turn)
    case .tagsEntered(let ids, let text): return changeTags(of: ids, TagTerms(text), in: &turn)
    case .titleEntered(let id, let text): return retitle(id, text, in: &turn)
    case .addressEntered(let id, let prompt): return readdress(id, prompt, in: &turn)
    case .newLinksEntered(let prompt): return save(prompt, in: &turn)
    case .openConfirmed(let ids): return openAll(ids)
    case .checkConfirmed(let ids): return begin(.check, of: ids, in: &turn)

    case .listed(let id, let result):
      return endListing(id, result, isTyping: isTyping, isOnScreen: isOnScreen, in: &turn)
    case .linksRead(let id, let result): endReading(id, result, in: &turn)
    case .excerptsRead(let id, let lines): excerpts.end(id, lines)
    case .tagsRead(let id, let result): endTags(id, result, in: &turn)
    case .backfilled(let id, let failure): return endBackfill(of: id, failure, in: &turn)
    case .iconLoaded(let id, let icon): icons.end(id, icon)
    case .noteEdited(let id, let result): return endNote(of: id, result, in: &turn)
    case .jobStarted(let id, let total): beginChangeJob(id, total: total)
    case .jobProgressed(let id, let done): progressJob(id, done: done)
    case .jobEnded(let id, let result): return endJob(id, result, in: &turn)
    case .trashPurged(let isDone): isTrashPurgeDue = !isDone
    }
    return []
  }

  /// Requests what the links on screen still need: their pages, the lines that were searched for, and
  /// the icons of their sites.
  /// - Parameter isOnScreen: Whether the tab is.
  mutating func reconcile(isOnScreen: Bool, in turn: inout Turn) -> [Effect] {
    reconcileBackfill(isOnScreen: isOnScreen, in: &turn)
      + reconcileExcerpts(isOnScreen: isOnScreen, in: &turn)
  }

  // MARK: - The cursor

  private mutating func move(_ movement: Movement, in turn: inout Turn) -> [Effect] {
    let target = target(of: movement, in: turn.surroundings)
    guard let count else { return moveCursor(to: target, in: &turn) }
    self.count = nil
    switch movement {
    // As in vi, a count before these is the number of a row.
    case .toFirst, .toLast: return moveCursor(to: count - 1, in: &turn)
    case .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return moveCursor(to: cursor + (target - cursor) * count, in: &turn)
    }
  }

  /// Returns the row that a movement leads to.
  private func target(of movement: Movement, in surroundings: Surroundings) -> Int {
    movement.target(from: self, visibleRows: visibleRows(in: surroundings))
  }

  /// Adds a digit to the count of the next movement.
  /// - Returns: False if the key isn't part of a count here.
  mutating func typeCount(_ key: Key, in surroundings: Surroundings) -> Bool {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, !ids.isEmpty
    else { return false }
    // 0 begins no count.
    guard let count else {
      // The config file may give a digit to a command.
      if surroundings.keyMap.changes.contains(where: { $0.chord.first == key }) { return false }
      if digit > 0 { self.count = digit }
      return digit > 0
    }
    self.count = min(count * 10 + digit, 1_000_000)
    return true
  }

  mutating func moveCursor(to index: Int, in turn: inout Turn) -> [Effect] {
    moveCursor(to: index, visibleRows: visibleRows(in: turn.surroundings))
    return readMissingRows(in: &turn)
  }

  private mutating func press(
    _ id: SavedLink.ID, count: Int, in turn: inout Turn
  ) -> [Effect] {
    guard let index = ids.firstIndex(of: id) else {
      // Keys typed after the click were meant for this link.
      turn.ask(.dropTypeAhead)
      turn.notice = .information("That link is not in this list.")
      return []
    }
    let opening = count == 2 ? open([id], in: &turn) : []
    return moveCursor(to: index, in: &turn) + opening
  }

  /// Lays the list out differently. The cursor stays at its link.
  private mutating func changeView(
    in turn: inout Turn, _ change: (inout ListView) -> Void
  ) -> [Effect] {
    change(&view)
    return adapt(in: &turn)
  }

  /// Scrolls so that the cursor stays on a screen that has changed.
  mutating func adapt(in turn: inout Turn) -> [Effect] {
    selection.scroll(count: ids.count, visibleRows: visibleRows(in: turn.surroundings))
    return readMissingRows(in: &turn)
  }

  // MARK: - Listing

  /// Lists the links when the tab comes on screen. The list may not have been read yet, or another
  /// raylette may have changed it.
  mutating func appear(in turn: inout Turn) -> [Effect] {
    let place = restoredPlace
    restoredPlace = nil
    isVisited = true
    return list(listing.requestedQuery, position: place.map { .at($0) } ?? .kept, in: &turn)
  }

  private mutating func beginFilter(in turn: inout Turn) -> [Effect] {
    if placeBefore == nil { placeBefore = place }
    turn.ask(.open(.prompt(Prompt(.filter, text: query.filter.text))))
    return readTags(of: [], in: &turn)
  }

  /// Lists what a filter finds.
  private mutating func filter(
    _ filter: SavedFilter, position: ListRequest.Position, in turn: inout Turn
  ) -> [Effect] {
    var query = listing.requestedQuery
    query.filter = filter
    return listFiltered(query, position: position, in: &turn)
  }

  /// Lists what a chosen filter finds.
  /// - Parameter leavesTrash: Whether it's about links that aren't in the trash.
  private mutating func choose(
    _ filter: String, leavesTrash: Bool, in turn: inout Turn
  ) -> [Effect] {
    if placeBefore == nil { placeBefore = place }
    var query = listing.requestedQuery
    if leavesTrash, query.isTrash {
      selection.clear()
      query.isTrash = false
    }
    query.filter = SavedFilter(filter)
    return listFiltered(query, position: .first, in: &turn)
  }

  /// Keeps a filter that was typed, and remembers it.
  private mutating func endFilter(_ text: String, in turn: inout Turn) -> [Effect] {
    let filter = listing.requestedQuery.filter
    let ended = filter.ended(among: tags)
    filterHistory.add(filter.tagBeingTyped == nil ? text : ended.text)
    // An empty line clears the filter.
    if filter.isEmpty { return self.filter(SavedFilter(""), position: .kept, in: &turn) }
    return ended == filter
      ? [] : self.filter(SavedFilter(ended.text), position: .kept, in: &turn)
  }

  private mutating func listFiltered(
    _ query: SavedQuery, position: ListRequest.Position, in turn: inout Turn
  ) -> [Effect] {
    var query = query
    query.sort = sort(for: query)
    query.isFuzzy = !query.filter.highlights.isEmpty
    return list(query, position: position, in: &turn)
  }

  private mutating func changeSort(by step: Int, in turn: inout Turn) -> [Effect] {
    var query = query
    query.sort = query.sort.next(step)
    sortBefore = nil
    // A regular screen shows it in the header.
    if turn.surroundings.appearance.isAccessible {
      turn.notice = .information("Sorted: \(query.sort.name).")
    }
    return list(query, in: &turn)
  }

  private mutating func toggleTrash(in turn: inout Turn) -> [Effect] {
    selection.clear()
    let isTrash = query.isTrash
    if !isTrash { placeBefore = place }
    let sort = sortBefore ?? query.sort
    sortBefore = nil
    return list(SavedQuery(sort: sort, isTrash: !isTrash), in: &turn)
  }

  /// Goes one step back: stops the job, clears the selection, then the filter, or leaves the trash.
  private mutating func goBack(in turn: inout Turn) -> [Effect] {
    // The job stays until it reports its result.
    if let id = jobRequest.pendingID { return [.cancel(id)] }
    if selection.isRange || !selectedIDs.isEmpty {
      selection.clear()
      return []
    }
    var query = query
    if query.filter.text.isEmpty { query.isTrash = false }
    query.filter = SavedFilter("")
    query.sort = sort(for: query)
    return list(query, in: &turn)
  }

  /// Requests a listing with enough rows for the screen. Replaces a pending request.
  mutating func list(
    _ query: SavedQuery, position: ListRequest.Position = .kept, isAwaited: Bool = true,
    isExternal: Bool = false, in turn: inout Turn
  ) -> [Effect] {
    let id = turn.nextRequest()
    let request = ListRequest(
      query: query, position: position, isAwaited: isAwaited, isExternal: isExternal)
    // The list includes all changes made before the request, so keys wait for those too.
    if isAwaited { changes.awaitAll() }
    return listing.request.begin(id, request)
      + [.read(.list(id, query, rows: 2 * visibleRows(in: turn.surroundings)))]
  }

  /// Requests the list again because links have changed. Does so even while it isn't shown, because
  /// the header shows the number of links.
  /// - Parameters:
  ///   - position: Where the cursor goes, unless a pending request says otherwise.
  ///   - isAwaited: Whether keys that waited for the change also wait for the list.
  mutating func reload(
    position: ListRequest.Position = .kept, isAwaited: Bool = false, isExternal: Bool = false,
    in turn: inout Turn
  ) -> [Effect] {
    turn.ask(.linksChanged)
    let previous = listing.request.subject
    let window = Array(self.window(visibleRows: visibleRows(in: turn.surroundings)))
    let effects = list(
      listing.requestedQuery,
      position: position == .kept ? previous?.position ?? .kept : position,
      isAwaited: isAwaited || previous?.isAwaited ?? false,
      isExternal: isExternal && previous?.isExternal ?? true, in: &turn)
    return effects + (window.isEmpty ? [] : [readRows(window, in: &turn)])
  }

  /// Requests the rows that came on screen and haven't been read.
  private mutating func readMissingRows(in turn: inout Turn) -> [Effect] {
    let unread = self.unread(visibleRows: visibleRows(in: turn.surroundings))
    return unread.isEmpty ? [] : [readRows(unread, in: &turn)]
  }

  private mutating func readRows(_ ids: [SavedLink.ID], in turn: inout Turn) -> Effect {
    let id = turn.nextRequest()
    // Doesn't cancel earlier requests, because their rows are useful too.
    listing.rowsRequest.begin(id, ids)
    return .read(.links(id, ids))
  }

  private mutating func endListing(
    _ id: RequestID, _ result: Result<SavedListing, StoreError>, isTyping: Bool,
    isOnScreen: Bool, in turn: inout Turn
  ) -> [Effect] {
    guard listing.request.isPending(id) else { return [] }
    // This listing doesn't include changes still being written. It's requested again when they end.
    let isAwaited = listing.request.subject?.isAwaited == true
    if isAwaited, !changes.awaited.isEmpty { return [] }
    guard let request = listing.request.end(id) else { return [] }
    switch result {
    case .success(let listing):
      if let status = listing.undo { undo.observe(status) }
      let isBack =
        !request.query.isTrash && request.query.filter.isEmpty && !isTyping
        && request.position == .kept
      let place = isBack ? placeBefore : nil
      show(
        listing, of: request, id: id, at: place.map { .at($0) } ?? request.position,
        visibleRows: visibleRows(in: turn.surroundings))
      if isBack { placeBefore = nil }
      if case .added(let id) = request.position, !listing.ids.contains(id) {
        reportHidden(id, in: request.query, isOnScreen: isOnScreen, in: &turn)
      }
      return readMissingRows(in: &turn)
    case .failure(let error):
      // Keys typed for this list have nothing to act on.
      turn.ask(.dropTypeAhead)
      turn.notice = .failure("\(error).")
      return []
    }
  }

  /// Says that the list hides a link that was added. The cursor goes to it when the list is left.
  private mutating func reportHidden(
    _ id: SavedLink.ID, in query: SavedQuery, isOnScreen: Bool, in turn: inout Turn
  ) {
    placeBefore = Place(link: id, offset: 0)
    // A failure that was just reported stays readable.
    guard turn.notice?.kind != .failure else { return }
    let reason =
      !isOnScreen
      ? "The filter of Saved hides it."
      : query.isTrash && query.filter.isEmpty
        ? "It isn't in the trash: esc shows it." : "The filter hides it: esc shows it."
    turn.notice = .information("\(turn.notice?.text ?? "Saved.") \(reason)")
  }

  /// Says what's wrong with the store.
  mutating func report(_ error: StoreError, in turn: inout Turn) -> [Effect] {
    turn.notice = .failure("\(error).")
    switch error {
    case .recreated, .replaced:
      // The list and the offered change are about links of another file.
      undo = UndoState()
      return reload(in: &turn)
    case .unreadable, .corrupt, .foreign, .newer, .readOnly, .full, .busy, .logRemoved, .setAside,
      .cacheUnavailable, .undone, .failed, .stopped:
      return []
    }
  }

  private mutating func endReading(
    _ id: RequestID, _ result: Result<[SavedLink], StoreError>, in turn: inout Turn
  ) {
    switch result {
    case .success(let links):
      adopt(links, request: id, visibleRows: visibleRows(in: turn.surroundings))
    case .failure(let error):
      _ = listing.rowsRequest.end(id)
      turn.notice = .failure("\(error).")
    }
  }

  /// Forgets the answers that keys wait for.
  /// - Returns: The effects that cancel their requests.
  mutating func stopWaiting(in turn: inout Turn) -> [Effect] {
    changes.stopAwaiting()
    // Doesn't cancel the rows, because they're still useful.
    listing.rowsRequest = LatestRequest()
    let list = listing.request.cancel()
    if !list.isEmpty { turn.ask(.closeLines) }
    return tagsRequest.cancel() + list
  }

  // MARK: - Opening

  /// The number of links to open without asking first.
  private static let unconfirmedLimit = 5

  /// Opens links in the browser.
  func open(_ ids: [SavedLink.ID], in turn: inout Turn) -> [Effect] {
    guard ids.count <= Self.unconfirmedLimit else {
      turn.ask(.open(.question(.open(ids))))
      return []
    }
    return openAll(ids)
  }

  private func openAll(_ ids: [SavedLink.ID]) -> [Effect] {
    // Doesn't read links on screen again, because reading waits for a change that's being written.
    let known = ids.flatMap { id -> [Effect] in
      guard let link = link(id) else { return [] }
      return [.system(.open(link.url)), .write(.markOpened(id))]
    }
    let unknown = ids.filter { link($0) == nil }
    return known + (unknown.isEmpty ? [] : [.system(.openSaved(unknown))])
  }

  // MARK: - Selecting

  private mutating func toggleSelection(in turn: inout Turn) -> [Effect] {
    guard let id = targetAtCursor else { return [] }
    selection.toggle(id)
    return move(.down, in: &turn)
  }

  private mutating func toggleRange() {
    guard !selection.isRange, let id = targetAtCursor else { return selection.endRange() }
    selection.beginRange(at: id)
  }

  private mutating func toggleAll() {
    let all = ids.filter { !changes.isLeaving($0) }
    selection.select(selectedIDs.count == all.count ? [] : all)
  }
}

extension SavedState {
  /// Whether a command does something now, even if that's only to say what's in its way.
  func isChanged(by action: SavedAction, in surroundings: Surroundings) -> Bool {
    switch action {
    case .filterPressed, .backPressed, .sortPressed, .densityPressed, .cardPressed, .trashPressed:
      true
    case .moved(let movement):
      count != nil || hasUnreadRows(in: surroundings)
        || selection(
          movedTo: target(of: movement, in: surroundings),
          visibleRows: visibleRows(in: surroundings)) != selection
    case .cardWidened(let step): isChanged(byWidening: step, in: surroundings)
    case .selectPressed: targetAtCursor != nil
    case .rangePressed: selection.isRange || targetAtCursor != nil
    case .selectAllPressed: !selectedIDs.isEmpty || ids.contains { !changes.isLeaving($0) }
    case .removePressed, .restorePressed, .markPressed, .acceptMovesPressed: hasTargets
    case .editPressed:
      surroundings.writeError != nil || selectedIDs.count > 1
        || targets.contains { link($0) != nil }
    case .emptyTrashPressed: surroundings.writeError != nil || isListing
    case .refreshPressed: job != nil || surroundings.writeError != nil || hasTargets
    case .checkPressed:
      job != nil || surroundings.writeError != nil
        || (selectedIDs.isEmpty ? isListing : hasTargets)
    // Commands neither click, scroll or type nor answer effects.
    case .rowPressed, .scrolled, .filterTyped, .filterEntered, .filterCancelled, .filterChosen,
      .tagsEntered, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      false
    }
  }

  private func isChanged(byWidening step: Int, in surroundings: Surroundings) -> Bool {
    var view = view
    view.widenCard(by: step)
    return view != self.view || hasUnreadRows(in: surroundings)
  }

  /// Whether rows on screen still have to be read, which a command for the list asks for.
  private func hasUnreadRows(in surroundings: Surroundings) -> Bool {
    !unread(visibleRows: visibleRows(in: surroundings)).isEmpty
  }
}

extension Movement {
  fileprivate func target(from list: SavedState, visibleRows: Int) -> Int {
    switch self {
    case .up: list.cursor - 1
    case .down: list.cursor + 1
    case .pageUp: list.cursor - max(1, visibleRows - 1)
    case .pageDown: list.cursor + max(1, visibleRows - 1)
    case .halfPageUp: list.cursor - max(1, visibleRows / 2)
    case .halfPageDown: list.cursor + max(1, visibleRows / 2)
    case .toFirst: 0
    case .toLast: list.ids.count - 1
    }
  }
}

extension SavedSort {
  /// All sort orders, as the keys cycle through them. Any seed works, as long as it stays the same.
  static let all: [SavedSort] = [.newest, .oldest, .title, .site, .opened, .random(seed: 1)]

  func next(_ step: Int) -> SavedSort {
    // The best match first comes before all others.
    let index = Self.all.firstIndex(of: self) ?? -1
    return Self.all[(index + step + Self.all.count) % Self.all.count]
  }

  /// The name in the header.
  var name: String {
    switch self {
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .title: "by title"
    case .site: "by site"
    case .opened: "last opened first"
    case .relevance: "best match first"
    case .random: "in random order"
    }
  }
}
