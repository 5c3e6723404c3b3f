public import RayletteApp
public import TerminalGrid

extension PlacedImage {
  /// The sequence that draws the image over rows that were just printed. The cursor has to be at
  /// the start of the row below the image, and stays there. The image scrolls with the text.
  public var printingSequence: String {
    let right = place.x > 0 ? "\u{1B}[\(place.x)C" : ""
    let content =
      switch image.encoding {
      case .rgba: KittyCommand.show(image, size: place.size)
      case .sixel: "\u{1B}P0;1;0q\(String(decoding: image.data, as: UTF8.self))\u{1B}\\"
      }
    return "\u{1B}7\u{1B}[\(place.rows)A\(right)\(content)\u{1B}8"
  }
}

extension GraphicsProtocol {
  /// The sequence that ends an image printed only in part, and resets the colours of text.
  public var abortSequence: String {
    switch self {
    case .kitty: "\u{1B}\\\(KittyCommand.endTransfer)\u{1B}[0m"
    case .sixel: "\u{1B}\\\u{1B}[0m"
    }
  }
}
