package import TerminalGrid

/// The control sequences of each protocol.
extension GraphicsProtocol {
  /// The query whether the terminal knows the protocol, or nil if its device attributes (DA1) tell.
  func query(for family: TerminalFamily) -> String? {
    switch self {
    case .kitty: family == .full ? KittyCommand.query : nil
    case .sixel: nil
    }
  }

  /// Returns the answer in a control string of the terminal, or nil if the string is about something
  /// else.
  /// - Parameter opener: the character after Esc, such as `_` for an APC.
  func answer(opener: Character, string: String) -> Bool? {
    switch self {
    case .kitty: opener == "_" ? KittyCommand.answer(in: string) : nil
    case .sixel: nil
    }
  }

  /// The device attribute of terminals that know the protocol (VT330/VT340 Programmer Reference
  /// Manual, chapter 4).
  var attribute: String? {
    switch self {
    case .kitty: nil
    case .sixel: "4"
    }
  }

  /// Whether the terminal keeps images and moves them when the text scrolls. If not, an image is
  /// drawn again after each change of its rows.
  var keepsImages: Bool {
    switch self {
    case .kitty: true
    case .sixel: false
    }
  }

  /// The sequence that ends an image of which only a part was sent.
  var endSequence: String {
    switch self {
    case .kitty: "\u{1B}\\\(KittyCommand.endTransfer)"
    case .sixel: "\u{1B}\\"
    }
  }
}

extension PixelImage {
  /// The sequence that draws the image at the cursor, which stays there.
  /// - Parameter size: the cells that the image was made for.
  func showSequence(size: GridSize) -> String {
    switch graphics {
    case .kitty: KittyCommand.show(self, size: size)
    // Unset pixels stay as they are.
    case .sixel: "\u{1B}P0;1;0q\(String(decoding: data, as: UTF8.self))\u{1B}\\"
    }
  }
}

extension PlacedImage {
  /// The sequence that draws the image over rows that were just printed. The cursor has to be at
  /// the start of the row below the image, and stays there. The image scrolls with the text.
  package var printingSequence: String {
    let right = place.x > 0 ? "\u{1B}[\(place.x)C" : ""
    return "\u{1B}7\u{1B}[\(place.rows)A\(right)\(image.showSequence(size: place.size))\u{1B}8"
  }
}

extension GraphicsProtocol {
  /// The sequence that ends an image printed only in part, and resets the colours of text.
  package var abortSequence: String { endSequence + "\u{1B}[0m" }
}
