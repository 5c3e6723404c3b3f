public import TerminalGrid

extension PlacedImage {
  /// The sequence that draws the image over rows that were just printed. The cursor has to be at
  /// the start of the row below the image, and stays there. The image scrolls with the text.
  public var printingSequence: String {
    let right = place.x > 0 ? "\u{1B}[\(place.x)C" : ""
    return "\u{1B}7\u{1B}[\(place.rows)A\(right)\(image.showSequence(size: place.size))\u{1B}8"
  }
}

extension GraphicsProtocol {
  /// The sequence that ends an image printed only in part, and resets the colours of text.
  public var abortSequence: String { endSequence + "\u{1B}[0m" }
}
