import Foundation
public import LinkPreview
import Markup
public import TerminalGrid

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
