import Foundation
import LinkPreview
import TerminalGrid

/// Where the picture and the text of a card are. The card's size decides, and what the page says about
/// its picture, so that the text doesn't move when the picture arrives.
struct CardLayout {
  let text: Rect
  /// Nil for a card without one.
  let picture: Rect?

  /// What is known of a picture before it is there.
  enum PictureSpace {
    case none
    /// With the size in pixels that the page tells, if it does.
    case sized(width: Int?, height: Int?)

    init(_ media: LinkMetadata.Media?) {
      self = media.map { .sized(width: $0.width, height: $0.height) } ?? .none
    }
  }

  /// Where the picture stands: above the text on a card that is too narrow to have it at its side, or
  /// on one that is made as tall as it needs to be, with the rows that the picture may take at most.
  enum Arrangement {
    case beside
    case above(rows: Int)
  }

  init(rect: Rect, space: PictureSpace, arrangement: Arrangement) {
    let inner = rect.inset(columns: 3, rows: Self.padding(rows: rect.rows))
    guard case .sized(let width, let height) = space else {
      self.init(text: inner, picture: nil)
      return
    }
    let ratio = Self.ratio(width: width, height: height)
    let tall = rect.inset(columns: 3, rows: 1)
    let rowsAbove: Int =
      switch arrangement {
      case .beside where inner.columns >= Self.columnsBeside: 0
      case .beside: min(tall.rows - Self.textRows - 1, tall.rows / 2)
      case .above(let rows): rows
      }
    if rowsAbove >= Self.rowsAboveMinimum {
      let size = Self.fit(ratio, columns: tall.columns, rows: min(rowsAbove, Self.rowsLimit))
      let picture = Rect(
        x: tall.x + (tall.columns - size.columns) / 2, y: tall.y, columns: size.columns,
        rows: size.rows)
      self.init(
        text: Rect(
          x: tall.x, y: picture.maxY + 1, columns: tall.columns,
          rows: tall.maxY - picture.maxY - 1),
        picture: picture)
    } else if inner.columns >= Self.columnsMinimum, inner.rows >= Self.rowsMinimum {
      // At most two fifths, so that lines of text keep a length that is good to read.
      let size = Self.fit(
        ratio, columns: min(inner.columns * 2 / 5, Self.columnsLimit), rows: inner.rows)
      let textX = inner.x + size.columns + 3
      self.init(
        text: Rect(x: textX, y: inner.y, columns: inner.maxX - textX, rows: inner.rows),
        picture: Rect(x: inner.x, y: inner.y, columns: size.columns, rows: size.rows))
    } else {
      self.init(text: inner, picture: nil)
    }
  }

  /// The layout of a card's content.
  /// - Parameter hasPictures: whether pictures are drawn at all.
  init(
    _ content: CardContent, rect: Rect, hasPictures: Bool, arrangement: Arrangement = .beside
  ) {
    let space: PictureSpace =
      switch content {
      case _ where !hasPictures: .none
      // Most pages have a picture of the usual proportions.
      case .loading: .sized(width: nil, height: nil)
      case .metadata(let metadata, _): .init(metadata.cardPicture)
      case .failure: .none
      }
    self.init(rect: rect, space: space, arrangement: arrangement)
  }

  private init(text: Rect, picture: Rect?) {
    self.text = text
    self.picture = picture
  }

  /// Rows of frame and padding above the text, and below it: tall cards have more.
  private static func padding(rows: Int) -> Int { rows >= 8 ? 2 : 1 }

  /// The height of a card without a picture whose text takes this many rows.
  static func rows(forText textRows: Int) -> Int { textRows + 2 * padding(rows: textRows + 2) }

  /// From here on the picture stands at the side: a card in a terminal of 70 columns.
  private static let columnsBeside = 58
  /// Below these there is no picture at the side either.
  private static let columnsMinimum = 44
  private static let rowsMinimum = 5
  /// Above the text, a picture of fewer rows shows nothing.
  static let rowsAboveMinimum = 7
  /// What is kept for the text below a picture.
  static let textRows = 8
  private static let columnsLimit = 44
  private static let rowsLimit = 16

  /// Columns for a row: cells are twice as high as wide. Most pages have a picture of 1200 × 630, and
  /// room for that is kept where a page does not tell.
  private static func ratio(width: Int?, height: Int?) -> Double {
    guard let width, let height, width > 0, height > 0 else { return 2 * 1200 / 630 }
    return 2 * min(max(Double(width) / Double(height), 0.5), 4)
  }

  private static func fit(_ ratio: Double, columns: Int, rows: Int) -> Size {
    let wanted = Int((Double(columns) / ratio).rounded())
    if wanted <= rows { return Size(columns: columns, rows: max(1, wanted)) }
    return Size(columns: min(columns, Int((Double(rows) * ratio).rounded())), rows: rows)
  }
}

extension LinkMetadata {
  /// What a card shows as a picture: the page's own, else an icon that is large enough for one. What
  /// can't be drawn is left out, so that no room is kept for it.
  var cardPicture: Media? {
    if let image, image.mayBeDrawn { return image }
    return icons.first { $0.mayBeDrawn && min($0.width ?? 0, $0.height ?? 0) >= 96 }
  }
}

extension LinkMetadata.Media {
  fileprivate var mayBeDrawn: Bool {
    let name = url.pathExtension.lowercased()
    if let type, type.contains("svg") || type.contains("icon") || type.contains("avif") {
      return false
    }
    return !["svg", "ico", "avif"].contains(name)
  }
}
