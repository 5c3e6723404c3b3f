import Foundation
public import LinkPreview
import Links
import Markup
public import TerminalGrid

/// The icons of sites for the tiles of the list, and the requests for them.
///
/// A site is asked once. Each site on screen has a request of its own, which goes on while others
/// come and go, and is cancelled when the last link of the site leaves the screen.
struct SiteIcons: Equatable, Sendable {
  typealias Site = IconRequest.Site

  /// How icons are drawn, or nil while tiles have letters.
  private(set) var form: IconRequest.Form?
  private var requests: [Site: LatestRequest<IconRequest>] = [:]
  /// The drawn icons, all in the present form.
  private var icons: [Site: Picture] = [:]
  /// The sites without an icon that can be drawn.
  private var failures: Set<Site> = []

  /// The maximum number of icons in memory. One takes up to 20 KB.
  private static let capacity = 300

  /// Returns the icon of a page's site, or nil if it isn't drawn.
  func icon(of page: LinkMetadata) -> Picture? {
    form == nil || icons.isEmpty ? nil : icons[Site(of: page)]
  }

  /// The requests whose answers are awaited.
  var awaited: [IconRequest] { requests.values.compactMap(\.subject) }

  /// Draws icons in another form from now on, or none. Those in the previous one are of no use.
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

  /// Keeps the icon that was requested, or that there's none. Ignores late answers.
  mutating func end(_ id: RequestID, _ icon: Picture?) {
    guard let site = requests.first(where: { $0.value.isPending(id) })?.key else { return }
    requests[site] = nil
    guard let icon, icon.size == IconRequest.Form.cells else {
      failures.insert(site)
      return
    }
    icons[site] = icon
  }

  /// Forgets icons of sites that aren't on screen, if there are too many.
  mutating func makeRoom(keeping sites: Set<Site>) {
    if icons.count > Self.capacity { icons = icons.filter { sites.contains($0.key) } }
  }

  /// Forgets which sites have no icon, so that they're asked again.
  mutating func forgetFailures() { failures = [] }
}

/// A request for the icon of a site, in the pixels of a tile.
public struct IconRequest: Equatable, Sendable {
  /// The site whose icon it is.
  let site: Site
  /// A page of the site: its addresses, and those of the icons that it names. Formats that can't
  /// be drawn are left out.
  public let page: LinkMetadata
  public let form: Form

  /// How the icon is drawn.
  public struct Form: Hashable, Sendable {
    public let graphics: GraphicsProtocol
    /// The size of a cell in pixels.
    public let cell: PixelSize

    public init(graphics: GraphicsProtocol, cell: PixelSize) {
      self.graphics = graphics
      self.cell = cell
    }

    /// The cells that the icon covers, with some space at its sides.
    public static let cells = Size(columns: SiteTile.columns, rows: 1)
  }

  public init(page: LinkMetadata, form: Form) {
    site = Site(of: page)
    var bare = LinkMetadata(originalURL: page.originalURL, url: page.url)
    bare.icons = page.icons.filter(\.mayBeIcon)
    self.page = bare
    self.form = form
  }
}

extension IconRequest {
  /// The pages that have an icon in common: those of a host.
  struct Site: Hashable, Sendable {
    let name: String

    init(of page: LinkMetadata) {
      let host = page.url.displayHost
      name = page.url.port.map { "\(host):\($0)" } ?? host
    }
  }
}

extension LinkMetadata.Media {
  /// Whether it may be an icon in a format that can be drawn: neither SVG nor AVIF.
  fileprivate var mayBeIcon: Bool {
    let name = url.pathExtension.lowercased()
    if let type, type.contains("svg") || type.contains("avif") { return false }
    return !["svg", "avif"].contains(name)
  }
}

extension SavedState {
  /// Requests the icons of the sites in the list that's on screen.
  /// - Parameter isOnScreen: Whether the tab is.
  mutating func reconcileIcons(isOnScreen: Bool, in context: inout UpdateContext) -> [Effect] {
    var effects = icons.adopt(IconRequest.Form(context.surroundings.pictures.form))
    guard let form = icons.form else { return effects }
    let pages = isOnScreen ? pagesInList(in: context.surroundings) : []
    let sites = pages.map { IconRequest.Site(of: $0) }
    let known = Set(sites)
    effects += icons.keepRequests(of: known)
    icons.makeRoom(keeping: known)
    for (site, page) in zip(sites, pages) where icons.needsRequest(for: site) {
      effects += icons.begin(context.nextRequest(), IconRequest(page: page, form: form))
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
    guard layout.isListVisible, columns.hasTiles else { return [] }
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
