import LinkPreview
import TerminalGrid

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
