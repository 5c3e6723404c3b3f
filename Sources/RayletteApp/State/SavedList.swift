public import LinkStore

/// The saved links as the Saved tab shows them: newest first, one of them selected.
public struct SavedList: Equatable, Sendable {
  public private(set) var links: [SavedLink]
  /// The selected row; 0 when there are none.
  public private(set) var selection = 0
  /// The first row on screen.
  public private(set) var top = 0
  /// Rows whose removal is on its way to the disk.
  var removing: Set<SavedLink.ID> = []
  /// Removed in this session, the latest last, for undo.
  var removed: [SavedLink] = []
  /// Why nothing can be saved; nil when all is well.
  public let writeObstacle: StoreError?

  public init(links: [SavedLink], writeObstacle: StoreError? = nil) {
    self.links = links
    self.writeObstacle = writeObstacle
  }

  public var selected: SavedLink? { links.indices.contains(selection) ? links[selection] : nil }

  /// The link that "remove" means: the selected one, or the next that is not going already.
  var nextToRemove: SavedLink? {
    links.dropFirst(selection).first { !removing.contains($0.id) }
      ?? links.last { !removing.contains($0.id) }
  }

  /// Moves the selection, and the rows on screen as little as shows it.
  mutating func select(_ index: Int, visibleRows: Int) {
    selection = min(max(0, index), max(0, links.count - 1))
    scroll(visibleRows: visibleRows)
  }

  mutating func scroll(visibleRows: Int) {
    let visible = max(1, visibleRows)
    top = min(top, selection)
    top = max(top, selection - visible + 1)
    top = max(0, min(top, links.count - visible))
  }

  /// Shows what the store holds now; the selected link stays selected.
  mutating func replace(with links: [SavedLink], visibleRows: Int) {
    let selectedID = selected?.id
    self.links = links
    let index = links.firstIndex { $0.id == selectedID } ?? selection
    select(index, visibleRows: visibleRows)
  }

  /// Puts a link in its place by date, or in the place of its older self.
  mutating func insert(_ link: SavedLink) {
    if let index = links.firstIndex(where: { $0.id == link.id }) {
      links[index] = link
      return
    }
    let index =
      links.firstIndex { ($0.savedAt, $0.id) < (link.savedAt, link.id) } ?? links.endIndex
    links.insert(link, at: index)
    // The newest stays selected while the selection stands on the newest.
    if index < selection || (index == selection && selection > 0) { selection += 1 }
  }

  mutating func remove(_ id: SavedLink.ID, visibleRows: Int) {
    guard let index = links.firstIndex(where: { $0.id == id }) else { return }
    links.remove(at: index)
    select(index < selection ? selection - 1 : selection, visibleRows: visibleRows)
  }
}
