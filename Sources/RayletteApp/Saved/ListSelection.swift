import Links

/// The cursor, the rows on screen, and the links selected for the next command.
struct ListSelection: Equatable, Sendable {
  /// The index of the cursor; 0 in an empty list.
  private(set) var cursor = 0
  /// The first row on screen.
  var top = 0
  /// Whether the user put the cursor on its link. Otherwise it's where the list begins, even if
  /// other links were listed above since.
  var isCursorChosen = false
  private(set) var ids: Set<SavedLink.ID> = []
  private var range: SelectedRange?

  /// A range from its start to the cursor.
  private struct SelectedRange: Equatable {
    var start: SavedLink.ID
    /// The selection before the range began.
    var before: Set<SavedLink.ID>
  }

  var isRange: Bool { range != nil }

  /// Moves the cursor, and scrolls just enough to show it. Skips links that are about to be
  /// removed.
  mutating func move(
    to index: Int, in list: [SavedLink.ID], visibleRows: Int,
    isLeaving: (SavedLink.ID) -> Bool
  ) {
    let index = min(max(0, index), max(0, list.count - 1))
    cursor = Self.staying(from: index, upwards: index < cursor, in: list, isLeaving) ?? index
    scroll(count: list.count, visibleRows: visibleRows)
    guard let range, let start = list.firstIndex(of: range.start), !list.isEmpty else { return }
    ids = range.before.union(list[min(start, cursor)...max(start, cursor)])
  }

  private static func staying(
    from index: Int, upwards: Bool, in list: [SavedLink.ID], _ isLeaving: (SavedLink.ID) -> Bool
  ) -> Int? {
    guard list.indices.contains(index), isLeaving(list[index]) else { return nil }
    func below() -> Int? { list[index...].firstIndex { !isLeaving($0) } }
    func above() -> Int? { list[...index].lastIndex { !isLeaving($0) } }
    return upwards ? above() ?? below() : below() ?? above()
  }

  /// Scrolls so that the cursor stays on screen.
  mutating func scroll(count: Int, visibleRows: Int) {
    let visible = max(1, visibleRows)
    top = min(top, cursor)
    top = max(top, cursor - visible + 1)
    top = max(0, min(top, count - visible))
  }

  /// Moves the cursor to a row, with `offset` rows above it on screen.
  mutating func place(at index: Int, offset: Int) {
    top = max(0, index - offset)
    cursor = index
  }

  // MARK: - Selecting

  mutating func toggle(_ id: SavedLink.ID) {
    range = nil
    if ids.remove(id) == nil { ids.insert(id) }
  }

  mutating func beginRange(at id: SavedLink.ID) {
    range = SelectedRange(start: id, before: ids)
    ids.insert(id)
  }

  mutating func endRange() { range = nil }

  mutating func select(_ all: [SavedLink.ID]) {
    range = nil
    ids = Set(all)
  }

  mutating func clear() { select([]) }

  /// Deselects links that are no longer listed.
  mutating func keep(_ list: [SavedLink.ID]) {
    if !ids.isEmpty { ids.formIntersection(list) }
  }
}
