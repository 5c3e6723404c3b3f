import Foundation
import LinkPreview
import TerminalGrid

/// The places of a card's frame, picture and text.
///
/// The picture's place depends only on the room for the card, so that it and the text's edge are
/// the same on every card in a window. The frame is as tall as its content, and on request only as
/// wide.
struct CardLayout {
  let frame: GridRect
  let text: GridRect
  /// Nil for a card without a picture.
  let picture: GridRect?

  /// - Parameters:
  ///   - room: The largest frame.
  ///   - hasPicture: Whether the card has a picture, or may turn out to have one.
  ///   - fitsText: Whether the frame of a card without a picture is only as wide as the text.
  ///   - textSize: The size of the text at a maximum number of columns.
  init(
    room: GridRect, hasPicture: Bool, fitsText: Bool = false, textSize: (_ columns: Int) -> GridSize
  ) {
    let place = hasPicture ? Self.picture(in: room) : nil
    let padding = Self.padding(rows: room.rows)
    let inner = room.inset(columns: Self.margin, rows: padding)
    var columns = room.columns
    if let place, Self.isAbove(in: room) {
      let y = place.maxY + 1
      // Below a wide picture, the text is as wide as the picture, which is easy to read.
      let isWide = place.columns >= Self.columnsOfText
      let (x, columns) = isWide ? (place.x, place.columns) : (inner.x, inner.columns)
      text = GridRect(
        x: x, y: y, columns: columns, rows: min(max(0, inner.maxY - y), textSize(columns).rows))
    } else if let place {
      let x = place.maxX + Self.gap
      let columns = max(0, inner.maxX - x)
      text = GridRect(
        x: x, y: inner.y, columns: columns,
        rows: min(inner.rows, max(place.rows, textSize(columns).rows)))
    } else {
      var size = textSize(fitsText ? min(inner.columns, Self.readableColumns) : inner.columns)
      if !fitsText { size.columns = inner.columns }
      size.columns = min(inner.columns, max(size.columns, Self.columnsMinimum))
      text = GridRect(
        x: inner.x, y: inner.y, columns: size.columns, rows: min(inner.rows, max(1, size.rows)))
      columns -= inner.columns - size.columns
    }
    picture = place
    frame = GridRect(
      x: room.x, y: room.y, columns: columns, rows: min(room.rows, text.maxY + padding - room.y))
  }

  /// Returns the place of the picture on every card of a window. Nil if there's no room for one.
  static func picture(in room: GridRect) -> GridRect? {
    let inner = room.inset(columns: margin, rows: padding(rows: room.rows))
    if isAbove(in: room) {
      let rows = min(rowsAbove(in: room), rowsLimit, inner.columns * 10 / ratioAbove)
      let columns = rows * ratioAbove / 10
      return GridRect(
        x: inner.x + (inner.columns - columns) / 2, y: room.y + 2, columns: columns, rows: rows)
    }
    guard inner.columns >= columnsMinimum, inner.rows >= rowsMinimum else { return nil }
    // At most two fifths, so that lines of text keep a readable length.
    let columns = min(inner.columns * 2 / 5, columnsLimit, inner.rows * ratioBeside / 10)
    let rows = min(inner.rows, max(1, columns * 10 / ratioBeside))
    return GridRect(x: inner.x, y: inner.y, columns: columns, rows: rows)
  }

  /// Whether the picture is above the text: on tall cards unless they're wide, and on cards too
  /// narrow to have it beside the text.
  private static func isAbove(in room: GridRect) -> Bool {
    if room.columns >= columnsOfWideCard { return false }
    let isNarrow = room.columns - 2 * margin < columnsBeside
    return rowsAbove(in: room) >= (isNarrow ? rowsAboveMinimum : rowsAboveOfTallCard)
  }

  private static func rowsAbove(in room: GridRect) -> Int { room.rows - textRows - 4 }

  /// Rows of frame and padding above the text, and again below it. Tall cards have more.
  private static func padding(rows: Int) -> Int { rows >= 8 ? 2 : 1 }

  /// The columns of frame and padding at each side.
  static let margin = 3
  /// The columns between picture and text.
  private static let gap = 3
  /// From this width on, the picture is beside the text unless the card is tall. It's the width of
  /// a card in a terminal of 70 columns.
  private static let columnsBeside = 58
  /// From this width on, the picture is beside the text even on a tall card.
  private static let columnsOfWideCard = 100
  /// Longer lines are hard to read.
  private static let readableColumns = 84
  /// Narrower cards have no picture beside the text either.
  private static let columnsMinimum = 44
  private static let rowsMinimum = 5
  /// The fewest rows in which a picture above the text is recognisable.
  private static let rowsAboveMinimum = 7
  private static let rowsAboveOfTallCard = 11
  /// Rows reserved for the text below a picture.
  private static let textRows = 8
  private static let columnsLimit = 60
  /// A picture this wide has room for the text below it.
  private static let columnsOfText = 54
  private static let rowsLimit = 20
  /// Ten times the columns per row of a picture. Most pages have pictures of 1200 x 630 pixels, and
  /// cells are twice as high as wide, which makes 38. Beside the text there's more height than
  /// width.
  private static let ratioAbove = 36
  private static let ratioBeside = 31
}

extension LinkMetadata {
  /// The picture of a card: the page's image, or else a large enough icon. Skips formats that can't
  /// be drawn, so that no space is reserved for them.
  var cardPicture: Media? {
    if let image, image.mayBeDrawn { return image }
    return icons.first { $0.mayBeDrawn && min($0.width ?? 0, $0.height ?? 0) >= 96 }
  }
}

extension LinkMetadata.Media {
  /// Whether it may be a picture in a format that can be drawn.
  var mayBeDrawn: Bool {
    let name = url.pathExtension.lowercased()
    if let type, type.contains("svg") || type.contains("icon") || type.contains("avif") {
      return false
    }
    return !["svg", "ico", "avif"].contains(name)
  }
}
