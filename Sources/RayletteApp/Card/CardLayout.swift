import Foundation
import LinkPreview
import TerminalGrid

/// The places of a card's picture and text. They depend only on the card's size and on the picture
/// size that the page declares, so that the text doesn't move when the picture arrives.
struct CardLayout {
  let text: Rect
  /// Nil for a card without a picture.
  let picture: Rect?

  /// What's known about a picture before it's loaded.
  enum PictureSpace {
    case none
    /// A picture, with its size in pixels if the page declares it.
    case sized(width: Int?, height: Int?)

    init(_ media: LinkMetadata.Media?) {
      self = media.map { .sized(width: $0.width, height: $0.height) } ?? .none
    }
  }

  /// The place of the picture: beside the text, or above it with a maximum number of rows. It's
  /// above on cards too narrow to have it at the side, and on cards that are as tall as they need
  /// to be.
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
      // At most two fifths, so that lines of text keep a readable length.
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
  /// - Parameter hasPictures: Whether pictures are drawn at all.
  init(
    _ content: CardContent, rect: Rect, hasPictures: Bool, arrangement: Arrangement = .beside
  ) {
    let space: PictureSpace =
      switch content {
      case _ where !hasPictures: .none
      // Assumes a picture with the usual proportions, because most pages have one.
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

  /// Rows of frame and padding above the text, and again below it. Tall cards have more.
  private static func padding(rows: Int) -> Int { rows >= 8 ? 2 : 1 }

  /// The height of a card without a picture whose text takes this many rows.
  static func rows(forText textRows: Int) -> Int { textRows + 2 * padding(rows: textRows + 2) }

  /// From this width on, the picture is beside the text. It's the width of a card in a terminal of
  /// 70 columns.
  private static let columnsBeside = 58
  /// Narrower cards have no picture beside the text either.
  private static let columnsMinimum = 44
  private static let rowsMinimum = 5
  /// The fewest rows in which a picture above the text is recognisable.
  static let rowsAboveMinimum = 7
  /// Rows reserved for the text below a picture.
  static let textRows = 8
  private static let columnsLimit = 44
  private static let rowsLimit = 16

  /// Columns per row, because cells are twice as high as wide. If the page doesn't declare the
  /// size, assumes 1200 × 630, which most pages use.
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
  /// The picture of a card: the page's image, or else a large enough icon. Skips formats that can't
  /// be drawn, so that no space is reserved for them.
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
