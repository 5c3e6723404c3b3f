import Links

extension AppState {
  // MARK: - The cursor

  mutating func moveCursor(_ movement: Movement) -> [Effect] {
    let target = target(of: movement)
    guard let count = saved.count else { return moveCursor(to: target) }
    saved.count = nil
    switch movement {
    // As in vi, a count before these is the number of a row.
    case .toFirst, .toLast: return moveCursor(to: count - 1)
    case .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return moveCursor(to: saved.cursor + (target - saved.cursor) * count)
    }
  }

  /// Returns the row that a movement leads to.
  func target(of movement: Movement) -> Int {
    movement.target(from: saved, visibleRows: visibleRows)
  }

  /// Adds a digit to the count of the next movement.
  /// - Returns: False if the key isn't part of a count here.
  mutating func typeCount(_ key: Key) -> Bool {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, focus == .saved,
      !saved.ids.isEmpty
    else { return false }
    // 0 begins no count.
    guard let count = saved.count else {
      // The config file may give a digit to a command.
      if self.keyMap.changes.contains(where: { $0.chord.first == key }) { return false }
      if digit > 0 { saved.count = digit }
      return digit > 0
    }
    saved.count = min(count * 10 + digit, 1_000_000)
    return true
  }

  mutating func moveCursor(to index: Int) -> [Effect] {
    saved.moveCursor(to: index, visibleRows: visibleRows)
    return readMissingRows()
  }

  mutating func pressRow(_ id: SavedLink.ID, count: Int) -> [Effect] {
    guard let index = saved.ids.firstIndex(of: id) else {
      // Keys typed after the click were meant for this link.
      typeAhead.removeAll()
      notice = .information("That link is not in this list.")
      return []
    }
    let effects = moveCursor(to: index)
    return count == 2 ? open([id]) : effects
  }

  /// Lays the list out differently. The cursor stays at its link.
  mutating func changeView(_ change: (inout ListView, _ hasRoomBeside: Bool) -> Void) -> [Effect] {
    let hasRoom = SavedLayout.hasRoomBeside(self, body: self.body)
    change(&saved.view, hasRoom)
    saved.selection.scroll(count: saved.ids.count, visibleRows: visibleRows)
    return readMissingRows()
  }

  // MARK: - Listing

  mutating func beginFilter() -> [Effect] {
    if saved.placeBefore == nil { saved.placeBefore = saved.place }
    modals.open(.prompt(Prompt(.filter, text: saved.query.filter.text)))
    return readTags(of: [])
  }

  mutating func changeSort(by step: Int) -> [Effect] {
    var query = saved.query
    query.sort = query.sort.next(step)
    saved.sortBefore = nil
    // A regular screen shows it in the header.
    if self.appearance.isAccessible { notice = .information("Sorted: \(query.sort.name).") }
    return requestList(query)
  }

  mutating func toggleTrash() -> [Effect] {
    saved.selection.clear()
    let isTrash = saved.query.isTrash
    if !isTrash { saved.placeBefore = saved.place }
    let sort = saved.sortBefore ?? saved.query.sort
    saved.sortBefore = nil
    return requestList(SavedQuery(sort: sort, isTrash: !isTrash))
  }

  /// Goes one step back: stops the job, clears the selection, then the filter, or leaves the trash.
  mutating func goBack() -> [Effect] {
    // The job stays until it reports its result.
    if let id = saved.jobRequest.pendingID { return [.cancel(id)] }
    if saved.selection.isRange || !saved.selectedIDs.isEmpty {
      saved.selection.clear()
      return []
    }
    var query = saved.query
    if query.filter.text.isEmpty { query.isTrash = false }
    query.filter = SavedFilter("")
    query.sort = saved.sort(for: query)
    return requestList(query)
  }

  mutating func endListing(
    _ id: RequestID, _ result: Result<SavedListing, StoreError>
  ) -> [Effect] {
    guard saved.listing.request.isPending(id) else { return [] }
    // This listing doesn't include changes still being written. It's requested again when they end.
    let isAwaited = saved.listing.request.subject?.isAwaited == true
    if isAwaited, !saved.changes.awaited.isEmpty { return [] }
    guard let request = saved.listing.request.end(id) else { return [] }
    switch result {
    case .success(let listing):
      let isBack =
        !request.query.isTrash && request.query.filter.isEmpty && modals.top?.typedLine == nil
        && request.position == .kept
      let place = isBack ? saved.placeBefore : nil
      saved.show(
        listing, of: request, id: id, at: place.map { .at($0) } ?? request.position,
        visibleRows: visibleRows)
      if isBack { saved.placeBefore = nil }
      if case .added(let id) = request.position, !listing.ids.contains(id) {
        reportHidden(id, in: request.query)
      }
      return readMissingRows()
    case .failure(let error):
      // Keys typed for this list have nothing to act on.
      typeAhead.removeAll()
      notice = .failure("\(error).")
      return []
    }
  }

  /// Says that the list hides a link that was added. The cursor goes to it when the list is left.
  private mutating func reportHidden(_ id: SavedLink.ID, in query: SavedQuery) {
    saved.placeBefore = SavedList.Place(link: id, offset: 0)
    // A failure that was just reported stays readable.
    guard notice?.kind != .failure else { return }
    let reason =
      tab == .spin
      ? "The filter of Saved hides it."
      : query.isTrash && query.filter.isEmpty
        ? "It isn't in the trash: esc shows it." : "The filter hides it: esc shows it."
    notice = .information("\(notice?.text ?? "Saved.") \(reason)")
  }

  mutating func endReading(_ id: RequestID, _ result: Result<[SavedLink], StoreError>) {
    switch result {
    case .success(let links): saved.adopt(links, request: id, visibleRows: visibleRows)
    case .failure(let error):
      _ = saved.listing.rowsRequest.end(id)
      notice = .failure("\(error).")
    }
  }

  // MARK: - Selecting

  mutating func toggleSelection() -> [Effect] {
    guard let id = saved.targetAtCursor else { return [] }
    saved.selection.toggle(id)
    return moveCursor(.down)
  }

  mutating func toggleRange() {
    guard !saved.selection.isRange, let id = saved.targetAtCursor else {
      return saved.selection.endRange()
    }
    saved.selection.beginRange(at: id)
  }

  mutating func toggleAll() {
    let all = saved.ids.filter { !saved.changes.isLeaving($0) }
    saved.selection.select(saved.selectedIDs.count == all.count ? [] : all)
  }
}

extension Movement {
  fileprivate func target(from list: SavedList, visibleRows: Int) -> Int {
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
