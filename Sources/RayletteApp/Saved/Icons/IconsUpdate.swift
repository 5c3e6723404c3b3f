import LinkPreview
import Markup
import Links
import TerminalGrid

extension SavedState {
  /// Requests the icons of the sites in the list that's on screen.
  /// - Parameter isOnScreen: Whether the tab is.
  mutating func reconcileIcons(isOnScreen: Bool, in turn: inout Turn) -> [Effect] {
    var effects = icons.adopt(IconRequest.Form(turn.surroundings.pictures.form))
    guard let form = icons.form else { return effects }
    let pages = isOnScreen ? pagesInList(in: turn.surroundings) : []
    let sites = pages.map { IconRequest.Site(of: $0) }
    let known = Set(sites)
    effects += icons.keepRequests(of: known)
    icons.makeRoom(keeping: known)
    for (site, page) in zip(sites, pages) where icons.needsRequest(for: site) {
      effects += icons.begin(turn.nextRequest(), IconRequest(page: page, form: form))
    }
    return effects
  }

  /// The pages of the links in the rows on screen, from the top. Leaves out those that are just
  /// being fetched, because they may name an icon.
  private func pagesInList(in surroundings: Surroundings) -> [LinkMetadata] {
    guard surroundings.size.holds(ScreenLayout.minimum) else { return [] }
    let layout = SavedLayout(view, in: surroundings)
    let columns = SavedRow.Columns(
      width: layout.list.columns, appearance: surroundings.appearance)
    guard layout.isListShown, columns.hasTiles else { return [] }
    let fetched = backfill.request.subject ?? []
    return ids.dropFirst(top).prefix(layout.visibleRows)
      .filter { !fetched.contains($0) }
      .compactMap { link($0)?.metadata }
  }
}

extension IconRequest.Form {
  /// Returns how icons are drawn beside pictures of this form. Nil if those aren't pixels.
  fileprivate init?(_ form: PictureForm?) {
    guard case .pixels(let graphics, let cell)? = form else { return nil }
    self.init(graphics: graphics, cell: cell)
  }
}
