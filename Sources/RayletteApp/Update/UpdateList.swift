import LinkStore

/// The part of ``update(_:_:)`` that moves in the list of saved links and chooses what it lists.
func updateList(_ state: inout AppState, _ action: Action) -> [Effect] {
  let visibleRows = SavedView.visibleRows(in: state)
  switch action {
  case .selectionMoved(let movement):
    let target = movement.target(from: state.saved, visibleRows: visibleRows)
    state.saved.select(target, visibleRows: visibleRows)
    return missingRows(in: state)

  case .filterPressed:
    if state.saved.placeBefore == nil { state.saved.placeBefore = state.saved.place }
    state.prompt = Prompt(.filter, text: state.saved.query.filter.text)

  case .backPressed: return goBack(in: &state)

  case .sortPressed(let step):
    state.saved.query.sort = state.saved.query.sort.next(step)
    // Others see it above the list.
    if state.appearance.isAccessible {
      state.notice = .information("Sorted: \(state.saved.query.sort.words).")
    }
    return [listing(of: state)]

  case .markPressed:
    guard let id = state.saved.selectedID else { return [] }
    state.saved.range = nil
    if state.saved.marked.remove(id) == nil { state.saved.marked.insert(id) }
    state.saved.select(state.saved.selection + 1, visibleRows: visibleRows)
    return missingRows(in: state)

  case .rangePressed:
    guard state.saved.range == nil, let id = state.saved.selectedID else {
      state.saved.range = nil
      return []
    }
    state.saved.range = (id, state.saved.marked)
    state.saved.marked.insert(id)

  case .markAllPressed:
    state.saved.range = nil
    let isAll = state.saved.marked.count == state.saved.ids.count
    state.saved.marked = isAll ? [] : Set(state.saved.ids)

  case .trashPressed:
    state.saved.marked = []
    state.saved.range = nil
    let place = state.saved.query.isTrash ? state.saved.placeBefore : state.saved.place
    state.saved.query = SavedQuery(
      sort: state.saved.query.sort, isTrash: !state.saved.query.isTrash)
    state.saved.placeBefore = place
    return [listing(of: state)]

  case .savedListed(let query, .success(let listing)):
    // The answer to what was typed before comes too late.
    guard query == state.saved.query else { return [] }
    let isBack = !query.isTrash && query.filter.isEmpty && state.prompt == nil
    // What is typed next is looked for from the top.
    let isTyped = state.prompt?.purpose == .filter
    state.saved.show(
      listing, at: isBack ? state.saved.placeBefore : isTyped ? .init(offset: 0) : nil,
      visibleRows: visibleRows)
    if isBack { state.saved.placeBefore = nil }
    return missingRows(in: state)

  case .savedRead(.success(let links)):
    state.saved.adopt(links, visibleRows: visibleRows)
  case .savedListed(_, .failure(let error)), .savedRead(.failure(let error)):
    state.notice = .failure("\(error).")

  case .missingFetched(let id, let isKept):
    if isKept { return [.readSaved([id])] }
    state.saved.unfetchable.insert(id)

  case .storeChanged:
    return relist(state)

  default: break
  }
  return []
}

/// Asks for the list, with enough rows for the screen.
func listing(of state: AppState) -> Effect {
  .listSaved(state.saved.query, rows: 2 * SavedView.visibleRows(in: state))
}

/// What has to be read again after a change, shown or not: the count stands in the header.
func relist(_ state: AppState) -> [Effect] {
  let window = state.saved.window(visibleRows: SavedView.visibleRows(in: state))
  return [listing(of: state)] + (window.isEmpty ? [] : [.readSaved(Array(window))])
}

/// Asks for the rows that came on screen.
func missingRows(in state: AppState) -> [Effect] {
  let unknown = state.saved.unknown(visibleRows: SavedView.visibleRows(in: state))
  return unknown.isEmpty ? [] : [.readSaved(unknown)]
}

/// Has the pages fetched that an import left out, when the links come on screen.
func fetchingMissing(in state: inout AppState) -> [Effect] {
  let isShown =
    state.tab == .saved && !state.saved.query.isTrash && state.saved.writeObstacle == nil
  let ids =
    isShown
    ? state.saved.unfetchedOnScreen(visibleRows: SavedView.visibleRows(in: state)) : []
  let asked = state.saved.unfetched
  state.saved.unfetched = ids
  // Those that are under way go on while others come to their end.
  return ids.allSatisfy(asked.contains) && ids.isEmpty == asked.isEmpty ? [] : [.fetchMissing(ids)]
}

/// One step: what is under way first, then picked links, then the filter, then the trash.
private func goBack(in state: inout AppState) -> [Effect] {
  if state.work != nil { return [.stopWork] }
  if state.saved.range != nil || !state.saved.marked.isEmpty {
    state.saved.range = nil
    state.saved.marked = []
    return []
  }
  if state.saved.query.filter.text.isEmpty { state.saved.query.isTrash = false }
  state.saved.query.filter = SavedFilter("")
  return [listing(of: state)]
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
