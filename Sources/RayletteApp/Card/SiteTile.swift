import Markup
import LinkPreview
import TerminalGrid

/// The first letter of a site on its theme colour. It tells sites apart at a glance, where an icon
/// of two cells would be a blot. Requires colours, because a letter alone would read as part of the
/// text.
struct SiteTile {
  private let letter: String
  private let style: Style

  /// The width of the small tile.
  static let columns = 3

  init?(_ metadata: LinkMetadata, appearance: Appearance) {
    guard appearance.hasColors, appearance.symbols.hasBlocks else { return nil }
    let name = metadata.displaySiteName.drop { !$0.isLetter && !$0.isNumber }
    guard let first = name.first else { return nil }
    letter = String(first).uppercased()
    let color = metadata.themeColor.flatMap { $0.isHue ? $0 : nil } ?? Self.color(of: metadata)
    style = Style(
      foreground: color.isLight ? .rgb(red: 0, green: 0, blue: 0) : Self.white,
      background: .rgb(red: color.red, green: color.green, blue: color.blue), attributes: .bold)
  }

  /// Draws the tile in one row.
  /// - Returns: The column after it.
  @discardableResult
  func draw(in grid: inout Grid, x: Int, y: Int, clip: Rect? = nil) -> Int {
    let isWide = DisplayWidth.columns(of: letter) > 1
    // A wide letter can't be centred in three columns.
    return grid.draw(isWide ? "\(letter) " : " \(letter) ", x: x, y: y, style: style, clip: clip)
  }

  /// Draws a large tile centred in a place, or the small one if the place is too small.
  func draw(in grid: inout Grid, centredIn place: Rect) {
    let size = place.size.holds(Size(columns: 9, rows: 3)) ? Size(columns: 7, rows: 3) : nil
    let tile = size ?? Size(columns: Self.columns, rows: 1)
    let x = place.x + (place.columns - tile.columns) / 2
    let y = place.y + (place.rows - tile.rows) / 2
    grid.fill(Rect(x: x, y: y, columns: tile.columns, rows: tile.rows), style: style)
    draw(in: &grid, x: x + (tile.columns - Self.columns) / 2, y: y + tile.rows / 2)
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

  /// Whether black text is easier to read on it than white, by approximate relative luminance (WCAG
  /// 2.2).
  fileprivate var isLight: Bool {
    299 * channels[0] + 587 * channels[1] + 114 * channels[2] > 150_000
  }
}
