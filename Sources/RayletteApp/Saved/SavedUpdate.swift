import LinkStore

/// The part of ``update(_:_:)`` that moves in the list of saved links and chooses what it lists.
func updateList(_ state: inout AppState, _ action: Action) -> [Effect] {
  let visibleRows = SavedView.visibleRows(in: state)
  switch action {
  case .selectionMoved(let movement):
    let target = movement.target(from: state.saved, visibleRows: visibleRows)
    state.saved.select(target, visibleRows: visibleRows)
    return state.readMissingRows()

  case .rowPressed(let id, let count):
    guard let index = state.saved.ids.firstIndex(of: id) else {
      // What was typed after it was meant for this link.
      state.typeAhead.removeAll()
      state.notice = .information("That link is not in this list.")
      return []
    }
    state.saved.select(index, visibleRows: visibleRows)
    return count == 2 ? open([id], in: &state) : state.readMissingRows()

  case .filterPressed:
    if state.saved.placeBefore == nil { state.saved.placeBefore = state.saved.place }
    state.prompt = Prompt(.filter, text: state.saved.query.filter.text)

  case .backPressed: return goBack(in: &state)

  case .sortPressed(let step):
    var query = state.saved.query
    query.sort = query.sort.next(step)
    // Others see it above the list.
    if state.appearance.isAccessible {
      state.notice = .information("Sorted: \(query.sort.words).")
    }
    return state.requestList(query)

  case .markPressed:
    guard let id = state.saved.targetOfCursor else { return [] }
    state.saved.range = nil
    if state.saved.selectedIDs.remove(id) == nil { state.saved.selectedIDs.insert(id) }
    state.saved.select(state.saved.selection + 1, visibleRows: visibleRows)
    return state.readMissingRows()

  case .rangePressed:
    guard state.saved.range == nil, let id = state.saved.targetOfCursor else {
      state.saved.range = nil
      return []
    }
    state.saved.range = (id, state.saved.selectedIDs)
    state.saved.selectedIDs.insert(id)

  case .markAllPressed:
    state.saved.range = nil
    let all = state.saved.ids.filter { !state.saved.isLeaving($0) }
    state.saved.selectedIDs = state.saved.selectedIDs.count == all.count ? [] : Set(all)

  case .trashPressed:
    state.saved.selectedIDs = []
    state.saved.range = nil
    let isTrash = state.saved.query.isTrash
    let place = isTrash ? state.saved.placeBefore : state.saved.place
    state.saved.placeBefore = place
    return state.requestList(SavedQuery(sort: state.saved.query.sort, isTrash: !isTrash))

  case .savedListed(let id, let result):
    // The answer to what was asked before comes too late.
    guard let request = state.saved.request, request.id == id else { return [] }
    // Links are changing that were to be seen in it: it is asked for again when they have.
    if request.isAwaited, !state.saved.awaitedChanges.isEmpty { return [] }
    state.saved.request = nil
    return show(result, for: request, in: &state)

  case .savedRead(let id, .success(let links)):
    state.saved.adopt(links, request: id, visibleRows: visibleRows)
  case .savedRead(let id, .failure(let error)):
    if state.saved.rowsRequest == id { state.saved.rowsRequest = nil }
    state.notice = .failure("\(error).")

  case .missingFetched(let id, let isKept):
    if isKept { return state.reload(id) }
    state.saved.unfetchable.insert(id)

  case .storeChanged:
    return state.reloadList(isUnasked: true) + lookUpSpin(in: &state)

  default: break
  }
  return []
}

private func show(
  _ result: Result<SavedListing, StoreError>, for request: ListRequest, in state: inout AppState
) -> [Effect] {
  switch result {
  case .success(let listing):
    let isBack =
      !request.query.isTrash && request.query.filter.isEmpty && state.prompt == nil
      && request.position == .kept
    let place = isBack ? state.saved.placeBefore : nil
    state.saved.show(
      listing, for: request, at: place.map { .at($0) } ?? request.position,
      visibleRows: SavedView.visibleRows(in: state))
    if isBack { state.saved.placeBefore = nil }
    return state.readMissingRows()
  case .failure(let error):
    // What was typed for this list has nothing to act on.
    state.typeAhead.removeAll()
    state.notice = .failure("\(error).")
    return []
  }
}

/// Has the pages fetched that an import left out, when the links come on screen.
func fetchingMissing(in state: inout AppState) -> [Effect] {
  let isShown =
    state.tab == .saved && !state.saved.query.isTrash && state.saved.writeObstacle == nil
  let ids =
    isShown
    ? state.saved.backfillTargets(visibleRows: SavedView.visibleRows(in: state)) : []
  let asked = state.saved.backfilled
  state.saved.backfilled = ids
  // Those that are under way go on while others come to their end.
  return ids.allSatisfy(asked.contains) && ids.isEmpty == asked.isEmpty ? [] : [.backfill(ids)]
}

/// One step: what is under way first, then picked links, then the filter, then the trash.
private func goBack(in state: inout AppState) -> [Effect] {
  if let work = state.job { return [.stopJob(work.id)] }
  if state.saved.range != nil || !state.saved.selectedIDs.isEmpty {
    state.saved.range = nil
    state.saved.selectedIDs = []
    return []
  }
  var query = state.saved.query
  if query.filter.text.isEmpty { query.isTrash = false }
  query.filter = SavedFilter("")
  return state.requestList(query)
}

extension SavedList {
  /// The selected link, unless it is about to leave.
  fileprivate var targetOfCursor: SavedLink.ID? { selectedID.flatMap { isLeaving($0) ? nil : $0 } }
}

extension Movement {
  fileprivate func target(from list: SavedList, visibleRows: Int) -> Int {
    switch self {
    case .up: list.selection - 1
    case .down: list.selection + 1
    case .pageUp: list.selection - max(1, visibleRows - 1)
    case .pageDown: list.selection + max(1, visibleRows - 1)
    case .toFirst: 0
    case .toLast: list.ids.count - 1
    }
  }
}

extension SavedSort {
  /// All orders, as the keys go through them. The seed could be any; what counts is that it stays.
  static let all: [SavedSort] = [.newest, .oldest, .title, .site, .opened, .random(seed: 1)]

  func next(_ step: Int) -> SavedSort {
    let index = Self.all.firstIndex(of: self) ?? 0
    return Self.all[(index + step + Self.all.count) % Self.all.count]
  }

  /// As the header says it.
  var words: String {
    switch self {
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .title: "by title"
    case .site: "by site"
    case .opened: "last opened first"
    case .random: "in random order"
    }
  }
}
