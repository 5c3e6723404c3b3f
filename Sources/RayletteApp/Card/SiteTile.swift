import Foundation
import LinkPreview
import Markup
import TerminalGrid

/// The first letter of a site on its theme colour. It tells sites apart at a glance, where an icon
/// of two cells would be a blot. Requires colours, because a letter alone would read as part of the
/// text.
struct SiteTile {
  private let letter: String
  private let style: CellStyle

  /// The width of the small tile.
  static let columns = 3

  init?(_ metadata: LinkMetadata, appearance: Appearance) {
    guard appearance.hasColors, appearance.symbols.hasBlocks else { return nil }
    guard let first = metadata.url.siteLabel.first else { return nil }
    letter = String(first).uppercased()
    let color = (metadata.themeColor.flatMap { $0.isHue ? $0 : nil } ?? Self.color(of: metadata))
      .muted
    style = CellStyle(
      foreground: Self.white,
      background: .rgb(red: color.red, green: color.green, blue: color.blue), attributes: .bold)
  }

  /// Draws the tile in one row.
  /// - Returns: The column after it.
  @discardableResult
  func draw(in grid: inout Grid, x: Int, y: Int, clip: GridRect? = nil) -> Int {
    let isWide = DisplayWidth.columns(of: letter) > 1
    // A wide letter can't be centred in three columns.
    return grid.draw(isWide ? "\(letter) " : " \(letter) ", x: x, y: y, style: style, clip: clip)
  }

  private static let white = Color.rgb(red: 255, green: 255, blue: 255)

  /// Returns a muted colour for a site without a usable theme colour. The same host always gets the
  /// same colour.
  private static func color(of metadata: LinkMetadata) -> LinkMetadata.Color {
    let hash = metadata.url.displayHost.utf8.reduce(UInt32(0x811C_9DC5)) {
      ($0 ^ UInt32($1)) &* 0x0100_0193
    }
    return colors[Int(hash % UInt32(colors.count))]
  }

  /// Colours from xterm's palette of 256 that are dark enough for a white letter.
  private static let colors: [LinkMetadata.Color] = [
    .init(red: 95, green: 95, blue: 175), .init(red: 0, green: 95, blue: 135),
    .init(red: 0, green: 135, blue: 95), .init(red: 95, green: 135, blue: 0),
    .init(red: 175, green: 95, blue: 0), .init(red: 175, green: 95, blue: 95),
    .init(red: 135, green: 95, blue: 135), .init(red: 95, green: 95, blue: 95),
  ]
}

extension LinkMetadata.Color {
  private var channels: [Int] { [Int(red), Int(green), Int(blue)] }

  /// Whether it's neither nearly white nor nearly black. Many sites declare one of these. They
  /// don't tell sites apart, and are invisible on a terminal of the same colour.
  fileprivate var isHue: Bool {
    channels.contains { $0 < 224 } && channels.contains { $0 > 40 }
  }

  /// The colour with less saturation, and dark enough for a white letter: several tiles side by
  /// side must not be louder than the titles.
  fileprivate var muted: LinkMetadata.Color {
    let luma = (299 * channels[0] + 587 * channels[1] + 114 * channels[2]) / 1000
    let target = min(luma, 90)
    let mixed = channels.map { channel in
      let grey = (3 * channel + 2 * luma) / 5
      return luma == 0 ? 40 : min(255, grey * target / luma)
    }
    return LinkMetadata.Color(red: UInt8(mixed[0]), green: UInt8(mixed[1]), blue: UInt8(mixed[2]))
  }
}

extension URL {
  /// The label of the host that names the site: `wikipedia` of `en.wikipedia.org`, `raytracing` of
  /// `raytracing.github.io`.
  fileprivate var siteLabel: Substring {
    let labels = displayHost.split(separator: ".")
    let isAddress = labels.last?.allSatisfy(\.isNumber) == true
    guard labels.count > 2, !isAddress else { return labels.first ?? "" }
    let suffix = labels.suffix(2).joined(separator: ".")
    // Below these and below `co.uk`, each name is a site of its own.
    let isShared = Self.sharedDomains.contains(suffix) || labels[labels.count - 2].count <= 3
    return labels[labels.count - (isShared ? 3 : 2)]
  }

  private static let sharedDomains: Set<String> = [
    "github.io", "gitlab.io", "codeberg.page", "netlify.app", "vercel.app", "pages.dev",
    "blogspot.com", "wordpress.com", "medium.com", "substack.com", "tumblr.com", "neocities.org",
    "readthedocs.io", "web.app", "herokuapp.com", "itch.io",
  ]
}
