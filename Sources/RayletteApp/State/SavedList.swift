public import LinkStore

/// The saved links as the Saved tab shows them.
///
/// However many there are, only their ids are here, in order, and the links of the rows around the
/// screen; the rest stays in the store.
public struct SavedList: Equatable, Sendable {
  /// What is listed.
  public internal(set) var query = SavedQuery()
  /// All links of the list, in order.
  public private(set) var ids: [SavedLink.ID] = []
  /// How many links are kept, whatever is listed.
  public private(set) var total: Int
  /// What is known of the rows around the screen.
  private(set) var links: [SavedLink.ID: SavedLink] = [:]
  /// The selected row; 0 when there are none.
  public private(set) var selection = 0
  /// The first row on screen.
  public private(set) var top = 0
  /// Links picked for what is done next; empty means the selected one.
  public internal(set) var marked: Set<SavedLink.ID> = []
  /// Links whose removal is on its way to the disk.
  var leaving: Set<SavedLink.ID> = []
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
  /// What was listed last; nil before anything was read from the store.
  private(set) var listed: SavedQuery?
  /// Whether the list was read from the store at all.
  public var isListed: Bool { listed != nil }
  /// Whether a person has looked at it; until then it stays at its beginning.
  var isVisited = false
  /// Links on screen whose pages were never fetched, and are to be.
  var unfetched: [SavedLink.ID] = []
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

  /// - Parameter total: how many links are kept.
  public init(total: Int, writeObstacle: StoreError? = nil) {
    self.total = total
    self.writeObstacle = writeObstacle
  }

  public var selectedID: SavedLink.ID? { ids.indices.contains(selection) ? ids[selection] : nil }

  /// The selected link, once it was read.
  public var selected: SavedLink? { selectedID.flatMap { links[$0] } }

  /// What is known of a link near the screen.
  func link(_ id: SavedLink.ID) -> SavedLink? { links[id] }

  /// The links that a command means: those picked, else the selected one, or the next that is not
  /// leaving the list already.
  var targets: [SavedLink.ID] {
    if !marked.isEmpty { return ids.filter(marked.contains) }
    let next =
      ids.dropFirst(selection).first { !leaving.contains($0) }
      ?? ids.last { !leaving.contains($0) }
    return next.map { [$0] } ?? []
  }

  var place: Place { Place(selected: selectedID, offset: selection - top) }

  /// Moves the selection, and the rows on screen as little as shows it.
  mutating func select(_ index: Int, visibleRows: Int) {
    selection = min(max(0, index), max(0, ids.count - 1))
    scroll(visibleRows: visibleRows)
    guard let range, let start = ids.firstIndex(of: range.start), !ids.isEmpty else { return }
    marked = range.before.union(ids[min(start, selection)...max(start, selection)])
  }

  mutating func scroll(visibleRows: Int) {
    let visible = max(1, visibleRows)
    top = min(top, selection)
    top = max(top, selection - visible + 1)
    top = max(0, min(top, ids.count - visible))
  }

  /// Shows another list. The selected link stays selected while it is in it.
  mutating func show(_ listing: SavedListing, at place: Place?, visibleRows: Int) {
    // The trash begins at what was removed last.
    let isFirst = place == nil && (!isVisited || query.isTrash && listed?.isTrash == false)
    let place = place ?? self.place
    listed = query
    ids = listing.ids
    adopt(listing.firstLinks, visibleRows: visibleRows)
    total = listing.total
    marked.formIntersection(marked.isEmpty ? [] : Set(ids))
    let index = place.selected.flatMap { ids.firstIndex(of: $0) }
    top = max(0, (index ?? selection) - place.offset)
    if isFirst { top = 0 }
    select(isFirst ? 0 : index ?? selection, visibleRows: visibleRows)
  }

  /// Takes over what was read of the store; what is far from the screen is forgotten.
  mutating func adopt(_ read: [SavedLink], visibleRows: Int) {
    if links.count > 20 * max(10, visibleRows) {
      let near = Set(window(visibleRows: visibleRows))
      links = links.filter { near.contains($0.key) }
    }
    for link in read { links[link.id] = link }
  }

  /// The rows on screen, and a screen above and below.
  func window(visibleRows: Int) -> ArraySlice<SavedLink.ID> {
    let first = max(0, top - visibleRows)
    return ids.dropFirst(first).prefix(top - first + 2 * visibleRows)
  }

  /// Links on screen whose pages nobody has fetched yet, the selected one first.
  func unfetchedOnScreen(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    let first = onScreen.first { $0 == selectedID }
    return ([first].compactMap(\.self) + onScreen.filter { $0 != first }).filter { id in
      links[id]?.isFetched == false && !unfetchable.contains(id)
    }
  }

  /// Rows of the window that the store has yet to tell of.
  func unknown(visibleRows: Int) -> [SavedLink.ID] {
    let onScreen = ids.dropFirst(top).prefix(visibleRows)
    // Ahead of the screen is read along, but is no reason to read.
    guard onScreen.contains(where: { links[$0] == nil }) else { return [] }
    return window(visibleRows: visibleRows).filter { links[$0] == nil }
  }
}
