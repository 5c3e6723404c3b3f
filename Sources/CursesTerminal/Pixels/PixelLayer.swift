package import TerminalGrid

/// The images that the terminal shows in pixels, above the cells that ncurses draws.
///
/// Decides what to send for each frame, so that the terminal shows the images of its grid.
package struct PixelLayer {
  /// What to send for a frame.
  package struct Changes: Equatable {
    /// Before ncurses draws the frame: blanks in place of what's no longer shown.
    package var before = ""
    /// After it.
    package var after = ""

    package var isEmpty: Bool { before.isEmpty && after.isEmpty }
  }

  /// The images on screen, with their ids in the terminal.
  private var shown: [(image: PlacedImage, id: Int)] = []
  /// The images in the terminal's memory, the most recently used last. It shows them again without
  /// getting them again.
  private var sent: [(image: PixelImage, id: Int)] = []
  private var lastID: Int

  /// The maximum number of images in the terminal's memory.
  private static let capacity = 8

  /// - Parameter firstID: The lowest id of an image. Other programs in the same window have theirs.
  package init(firstID: Int) { lastID = firstID - 1 }

  /// Updates the images on screen.
  /// - Parameter isTouched: Returns whether the frame changes rows of a place. Images there are drawn
  ///   again, because ncurses may scroll these rows, or draw over blanks next to a change, and some
  ///   terminals remove the pixels of a cell then.
  package mutating func show(
    _ wanted: [PlacedImage], isTouched: (Rect) -> Bool
  ) -> Changes {
    var changes = Changes()
    for (image, id) in shown {
      let isWanted = wanted.contains(image)
      switch image.image.encoding {
      // Pixels that ncurses scrolls away can't be found again.
      case .sixel:
        if !isWanted || isTouched(image.place) { changes.before += Self.blanks(image.place) }
      case .rgba: if !isWanted { changes.after += KittyCommand.remove(id, keepsData: true) }
      }
    }
    let earlier = shown
    shown = []
    for image in wanted {
      let known = earlier.first { $0.image == image }
      if let known, !isTouched(image.place) {
        shown.append(known)
        continue
      }
      changes.after += Self.move(to: image.place)
      switch image.image.encoding {
      case .sixel:
        // Unset pixels stay as they are.
        changes.after += "\u{1B}P0;1;0q" + String(decoding: image.image.data, as: UTF8.self)
        changes.after += "\u{1B}\\"
        shown.append((image, 0))
      case .rgba:
        let id = known?.id ?? send(image.image, &changes.after)
        changes.after += KittyCommand.place(id, size: image.place.size)
        shown.append((image, id))
      }
    }
    return changes
  }

  /// Removes all images from the screen and from the terminal's memory. The cells must be drawn again
  /// afterwards.
  package mutating func removeAll() -> String {
    let commands = sent.map { KittyCommand.remove($0.id, keepsData: false) }
    shown = []
    sent = []
    return commands.joined()
  }

  /// Returns the id of an image in the terminal's memory. Sends it if it isn't there.
  private mutating func send(_ image: PixelImage, _ text: inout String) -> Int {
    if let index = sent.firstIndex(where: { $0.image == image }) {
      let known = sent.remove(at: index)
      sent.append(known)
      return known.id
    }
    if sent.count >= Self.capacity {
      // It isn't on screen, because a screen has fewer images.
      text += KittyCommand.remove(sent.removeFirst().id, keepsData: false)
    }
    lastID += 1
    sent.append((image, lastID))
    text += KittyCommand.transmit(image, id: lastID)
    return lastID
  }

  private static func move(to place: Rect) -> String { "\u{1B}[\(place.y + 1);\(place.x + 1)H" }

  private static func blanks(_ place: Rect) -> String {
    let blank = String(repeating: " ", count: place.columns)
    return (place.y..<place.maxY).map { y in
      move(to: Rect(x: place.x, y: y, columns: 0, rows: 0)) + blank
    }.joined()
  }
}
