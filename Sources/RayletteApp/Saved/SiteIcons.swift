import Foundation
package import LinkPreview
import Links
import Markup
package import TerminalGrid

/// The icons of sites for the tiles of the list, and the requests for them.
///
/// Each site is requested once. Its request is independent of others, and is cancelled when the
/// site's last link leaves the screen.
struct SiteIcons: Equatable, Sendable {
  typealias Site = IconRequest.Site

  /// The form in which icons are drawn, or nil while tiles show letters.
  private(set) var form: IconRequest.Form?
  private var requests: [Site: LatestRequest<IconRequest>] = [:]
  /// The drawn icons, all in the same form.
  private var icons: [Site: Picture] = [:]
  /// The sites without an icon that can be drawn.
  private var failures: Set<Site> = []

  /// The maximum number of icons in memory, and of sites without one. An icon takes up to 20 KB.
  private static let capacity = 300

  /// Returns the icon of a page's site, or nil if it isn't drawn.
  func icon(of page: LinkMetadata) -> Picture? {
    form == nil || icons.isEmpty ? nil : icons[Site(of: page)]
  }

  /// The pending requests.
  var awaited: [IconRequest] { requests.values.compactMap(\.subject) }

  /// Draws all icons in another form from now on, or none. Drops the icons in the previous form.
  mutating func adopt(_ form: IconRequest.Form?) -> [Effect] {
    guard form != self.form else { return [] }
    self.form = form
    icons = [:]
    return keepRequests(of: [])
  }

  /// Cancels the requests of all other sites.
  mutating func keepRequests(of sites: Set<Site>) -> [Effect] {
    let others = requests.filter { !sites.contains($0.key) }
    guard !others.isEmpty else { return [] }
    requests = requests.filter { sites.contains($0.key) }
    let ids = others.values.compactMap(\.pendingID).sorted()
    return ids.map { .cancel($0) }
  }

  func needsRequest(for site: Site) -> Bool {
    requests[site] == nil && icons[site] == nil && !failures.contains(site)
  }

  mutating func begin(_ id: RequestID, _ request: IconRequest) -> [Effect] {
    requests[request.site, default: LatestRequest()].begin(id, request)
      + [.picture(.icon(id, request))]
  }

  /// Stores the icon of a request, or its failure. Ignores late results.
  mutating func end(_ id: RequestID, _ icon: Picture?) {
    guard let site = requests.first(where: { $0.value.isPending(id) })?.key else { return }
    requests[site] = nil
    guard let icon, icon.size == IconRequest.Form.cells else {
      failures.insert(site)
      return
    }
    icons[site] = icon
  }

  /// If there are too many icons or sites without one, drops those that aren't on screen.
  mutating func makeRoom(keeping sites: Set<Site>) {
    if icons.count > Self.capacity { icons = icons.filter { sites.contains($0.key) } }
    if failures.count > Self.capacity { failures.formIntersection(sites) }
  }

  /// Forgets the sites without icons, so that they're requested again.
  mutating func forgetFailures() { failures = [] }
}

/// A request for the icon of a site, in the pixels of a tile.
package struct IconRequest: Equatable, Sendable {
  /// The site of the icon.
  let site: Site
  /// A page of the site, with the addresses of the icons that it names. Formats that can't be drawn
  /// are left out.
  package let page: LinkMetadata
  package let form: Form

  /// The form in which an icon is drawn.
  package struct Form: Hashable, Sendable {
    package let graphics: GraphicsProtocol
    /// The size of a cell in pixels.
    package let cell: PixelSize

    package init(graphics: GraphicsProtocol, cell: PixelSize) {
      self.graphics = graphics
      self.cell = cell
    }

    /// The cells that the icon covers, with a margin at its sides.
    package static let cells = GridSize(columns: SiteTile.columns, rows: 1)
  }

  package init(page: LinkMetadata, form: Form) {
    site = Site(of: page)
    var bare = LinkMetadata(originalURL: page.originalURL, url: page.url)
    bare.icons = page.icons.filter(\.mayBeIcon)
    self.page = bare
    self.form = form
  }
}

extension IconRequest {
  /// The host that pages with the same icon share.
  struct Site: Hashable, Sendable {
    let name: String

    init(of page: LinkMetadata) {
      let host = page.url.displayHost
      name = page.url.port.map { "\(host):\($0)" } ?? host
    }
  }
}

extension LinkMetadata.Media {
  /// Whether the address may be an icon in a format that can be drawn: neither SVG nor AVIF.
  fileprivate var mayBeIcon: Bool {
    let name = url.pathExtension.lowercased()
    if let type, type.contains("svg") || type.contains("avif") { return false }
    return !["svg", "avif"].contains(name)
  }
}

extension SavedState {
  /// Requests the icons of the sites in the list on screen.
  /// - Parameter isOnScreen: whether the tab is on screen.
  mutating func reconcileIcons(isOnScreen: Bool, in context: inout UpdateContext) {
    context.run(icons.adopt(IconRequest.Form(context.surroundings.pictures.form)))
    guard let form = icons.form else { return }
    let pages = isOnScreen ? pagesInList(in: context.surroundings) : []
    let sites = pages.map { IconRequest.Site(of: $0) }
    let known = Set(sites)
    context.run(icons.keepRequests(of: known))
    icons.makeRoom(keeping: known)
    for (site, page) in zip(sites, pages) where icons.needsRequest(for: site) {
      context.run(icons.begin(context.nextRequest(), IconRequest(page: page, form: form)))
    }
  }

  /// The pages of the links on screen, from the top. Leaves out pages that are being fetched,
  /// because they may name another icon.
  private func pagesInList(in surroundings: Surroundings) -> [LinkMetadata] {
    guard surroundings.size.holds(ScreenLayout.minimum) else { return [] }
    let layout = SavedLayout(view, in: surroundings)
    guard layout.isListVisible,
      SavedRow.Columns.hasTiles(layout, appearance: surroundings.appearance)
    else { return [] }
    let fetched = backfill.request.subject ?? []
    return ids.dropFirst(top).prefix(layout.visibleRows)
      .filter { !fetched.contains($0) }
      .compactMap { link($0)?.metadata }
  }
}

extension IconRequest.Form {
  /// Returns the form for icons beside pictures in a form. Nil if the pictures aren't in pixels.
  fileprivate init?(_ form: PictureForm?) {
    guard case .pixels(let graphics, let cell)? = form else { return nil }
    self.init(graphics: graphics, cell: cell)
  }
}
