import LinkPreview
import Markup
import Links
import TerminalGrid

extension AppState {
  /// Requests the icons of the sites in the list that's on screen.
  mutating func reconcileIcons() -> [Effect] {
    var effects = saved.icons.adopt(iconForm)
    guard let form = saved.icons.form else { return effects }
    let pages = pagesInList
    let sites = pages.map { IconRequest.Site(of: $0) }
    let known = Set(sites)
    effects += saved.icons.keepRequests(of: known)
    saved.icons.makeRoom(keeping: known)
    for (site, page) in zip(sites, pages) where saved.icons.needsRequest(for: site) {
      effects += saved.icons.begin(nextRequest(), IconRequest(page: page, form: form))
    }
    return effects
  }

  /// How icons are drawn on this terminal. Nil if it shows no pixels.
  private var iconForm: IconRequest.Form? {
    guard case .pixels(let graphics, let cell)? = self.pictures.form else { return nil }
    return IconRequest.Form(graphics: graphics, cell: cell)
  }

  /// The pages of the links in the rows on screen, from the top. Leaves out those that are just
  /// being fetched, because they may name an icon.
  private var pagesInList: [LinkMetadata] {
    guard tab == .saved, self.size.holds(ScreenLayout.minimum) else { return [] }
    let layout = SavedLayout(self, body: ScreenLayout(self).body)
    let columns = SavedRow.Columns(width: layout.list.columns, appearance: self.appearance)
    guard layout.isListShown, columns.hasTiles else { return [] }
    let fetched = saved.backfill.request.subject ?? []
    return saved.ids.dropFirst(saved.top).prefix(layout.visibleRows)
      .filter { !fetched.contains($0) }
      .compactMap { saved.link($0)?.metadata }
  }
}
