/// A way to show images in pixels, the best one first.
package enum GraphicsProtocol: CaseIterable, Hashable, Sendable {
  /// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol). It supports
  /// all colours and shows a known image again without its data.
  case kitty
  /// DEC's six pixels a character (VT330/VT340 Programmer Reference Manual, chapter 14).
  case sixel

  /// Whether an image can be cropped once it's encoded. If not, it's drawn inside its cells.
  package var canCrop: Bool {
    switch self {
    case .kitty: true
    case .sixel: false
    }
  }

  /// Whether the terminal enlarges an image to its cells, so that fewer pixels have to be sent.
  package var canEnlarge: Bool {
    switch self {
    case .kitty: true
    case .sixel: false
    }
  }

  /// The value of chafa's option `--format`.
  package var chafaFormat: String {
    switch self {
    case .kitty: "kitty"
    case .sixel: "sixels"
    }
  }

  /// Encodes pixels.
  func image(of raster: Raster) -> PixelImage {
    switch self {
    case .kitty: raster.rgba
    case .sixel: raster.sixel
    }
  }
}

extension PixelImage {
  /// Parses the output of chafa in the format of a protocol: exactly one image.
  /// - Parameters:
  ///   - limit: the cells that the image may cover.
  ///   - cell: the size of a cell.
  /// - Throws: ``ParseError/malformed`` for anything but one well-formed image, and
  ///   ``ParseError/tooLarge`` for an image that needs more cells.
  package init(
    chafa bytes: some Collection<UInt8>, as graphics: GraphicsProtocol, limit: GridSize,
    cell: PixelSize
  ) throws(ParseError) {
    switch graphics {
    case .kitty: try self.init(kitty: bytes, limit: limit, cell: cell)
    case .sixel: try self.init(sixel: bytes, limit: limit, cell: cell)
    }
  }
}
