import Markup
import LinkPreview
import TerminalGrid

/// The first letter of a site on its colour: tells sites apart at a glance, where an icon of two cells
/// would be a blot. Only where there are colours; a letter alone would read as part of the text.
struct SiteTile {
  private let letter: String
  private let style: Style

  /// Columns of the small tile.
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

  /// Draws the tile in one row; returns the column after it.
  @discardableResult
  func draw(in grid: inout Grid, x: Int, y: Int, clip: Rect? = nil) -> Int {
    let isWide = DisplayWidth.columns(of: letter) > 1
    // A wide letter can't stand in the middle of three columns.
    return grid.draw(isWide ? "\(letter) " : " \(letter) ", x: x, y: y, style: style, clip: clip)
  }

  /// Draws a large tile in the middle of a place, or the small one where the place is low.
  func draw(in grid: inout Grid, centredIn place: Rect) {
    let size = place.size.holds(Size(columns: 9, rows: 3)) ? Size(columns: 7, rows: 3) : nil
    let tile = size ?? Size(columns: Self.columns, rows: 1)
    let x = place.x + (place.columns - tile.columns) / 2
    let y = place.y + (place.rows - tile.rows) / 2
    grid.fill(Rect(x: x, y: y, columns: tile.columns, rows: tile.rows), style: style)
    draw(in: &grid, x: x + (tile.columns - Self.columns) / 2, y: y + tile.rows / 2)
  }

  private static let white = Color.rgb(red: 255, green: 255, blue: 255)

  /// A quiet colour for a site that names none: always the same one for the same host.
  private static func color(of metadata: LinkMetadata) -> LinkMetadata.Color {
    let hash = metadata.url.displayHost.utf8.reduce(UInt32(0x811C_9DC5)) {
      ($0 ^ UInt32($1)) &* 0x0100_0193
    }
    return colors[Int(hash % UInt32(colors.count))]
  }

  /// Each of them among the 256 of xterm, and dark enough for a white letter.
  private static let colors: [LinkMetadata.Color] = [
    .init(red: 95, green: 95, blue: 175), .init(red: 0, green: 95, blue: 135),
    .init(red: 0, green: 135, blue: 95), .init(red: 95, green: 135, blue: 0),
    .init(red: 175, green: 95, blue: 0), .init(red: 175, green: 95, blue: 95),
    .init(red: 135, green: 95, blue: 135), .init(red: 95, green: 95, blue: 95),
  ]
}

extension LinkMetadata.Color {
  private var channels: [Int] { [Int(red), Int(green), Int(blue)] }

  /// Neither close to white nor to black: many sites name one of these, which tells nothing of them
  /// and is not to be seen on a terminal of the same colour.
  fileprivate var isHue: Bool {
    channels.contains { $0 < 224 } && channels.contains { $0 > 40 }
  }

  /// Whether black is easier to read on it than white, by relative luminance (WCAG 2.2), roughly.
  fileprivate var isLight: Bool {
    299 * channels[0] + 587 * channels[1] + 114 * channels[2] > 150_000
  }
}
