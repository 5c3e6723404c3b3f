/// An image in pixels, in the encoding that the terminal receives.
///
/// The data comes from a program that decodes untrusted files. So the parsers accept exactly one
/// well-formed image that isn't larger than its cells, and keep nothing else: the control data is
/// written again for the terminal.
package struct PixelImage: Hashable, Sendable {
  package enum ParseError: Error, Hashable, Sendable {
    case malformed
    /// The image is larger than its cells.
    case tooLarge
  }

  /// The protocol that the image is encoded for.
  package let graphics: GraphicsProtocol
  package let size: PixelSize
  /// What the protocol sends, in ASCII without control characters: for kitty Base64 of four bytes
  /// per pixel (red, green, blue and opacity), and for sixel everything between the introducer and
  /// the terminator of the string.
  package let data: [UInt8]

  package func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(data.count)
  }
}

extension PixelSize {
  /// The number of cells that the image covers.
  package func cells(of cell: PixelSize) -> GridSize {
    GridSize(
      columns: (width + cell.width - 1) / cell.width, rows: (height + cell.height - 1) / cell.height
    )
  }

  /// The size in pixels of a number of cells.
  package init(_ size: GridSize, of cell: PixelSize) {
    self.init(width: size.columns * cell.width, height: size.rows * cell.height)
  }

  func holds(_ other: PixelSize) -> Bool {
    other.width <= width && other.height <= height
  }
}

/// An image on the screen.
package struct PlacedImage: Hashable, Sendable {
  package let image: PixelImage
  /// The cells that the image covers, which are blank.
  package let place: GridRect
}
