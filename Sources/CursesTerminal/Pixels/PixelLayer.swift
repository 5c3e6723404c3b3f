package import TerminalGrid

/// The images that the terminal shows in pixels, above the cells that ncurses draws.
///
/// Computes the sequences that make the terminal show the images of each frame.
package struct PixelLayer {
  /// The sequences to send for a frame.
  package struct Changes: Equatable {
    /// Sent before ncurses draws the frame: blanks over images that disappear.
    package var before = ""
    /// Sent after ncurses has drawn the frame.
    package var after = ""

    package var isEmpty: Bool { before.isEmpty && after.isEmpty }
  }

  /// An image on screen.
  private struct DisplayedImage {
    var image: PlacedImage
    var name: PlacementName
  }

  /// The images on screen, by their cells.
  private var displayed: [GridRect: DisplayedImage] = [:]
  /// The images in the terminal's memory, the most recently used last. They can be shown again
  /// without being sent again.
  private var sent: [(image: PixelImage, id: Int)] = []
  private var sentBytes = 0
  private var lastID: Int
  private let capacity: Int

  /// - Parameters:
  ///   - firstID: the lowest id of an image. Other programs in the same window use other ids.
  ///   - capacity: the maximum size in bytes of all images in the terminal's memory. The images on
  ///     screen may exceed it.
  package init(firstID: Int, capacity: Int = 16 << 20) {
    lastID = firstID - 1
    self.capacity = capacity
  }

  /// Updates the images on screen.
  /// - Parameter isTouched: returns whether the frame changes rows of a rectangle. Images there are
  ///   drawn again, because ncurses may scroll these rows, or draw over blanks next to a change,
  ///   and then some terminals remove the pixels of a cell.
  package mutating func show(
    _ wanted: [PlacedImage], isTouched: (GridRect) -> Bool
  ) -> Changes {
    var changes = Changes()
    let wantedImages = Dictionary(wanted.map { ($0.place, $0.image) }) { $1 }
    // The names of placements that disappear or move. An image that moves keeps its placement's
    // name.
    var freeNames: [Int: [Int]] = [:]
    for (rect, previous) in displayed.sorted(by: { $0.key.precedes($1.key) }) {
      let isWanted = wantedImages[rect] == previous.image.image
      if previous.image.image.graphics.keepsImages {
        if !isWanted { freeNames[previous.name.image, default: []].append(previous.name.number) }
      } else if !isWanted || isTouched(rect) {
        // Pixels that ncurses scrolls away can't be found again.
        changes.before += Self.blanks(rect)
      }
    }
    let kept = displayed.filter { wantedImages[$0.key] == $0.value.image.image }
    var usedNames = Set(kept.values.map(\.name))
    displayed = kept
    var placing = ""
    for image in wanted {
      let known = kept[image.place]
      if known != nil, !isTouched(image.place) { continue }
      var name = known?.name ?? PlacementName(image: 0, number: 0)
      placing += Self.move(to: image.place)
      if image.image.graphics.keepsImages {
        if known == nil {
          name.image = send(image.image, wanted: wantedImages, &placing)
          name.number =
            freeNames[name.image]?.popLast()
            ?? PlacementName.firstUnused(of: name.image, in: usedNames)
          usedNames.insert(name)
        }
        placing += KittyCommand.place(name, size: image.place.size)
      } else {
        placing += image.image.showSequence(size: image.place.size)
      }
      displayed[image.place] = DisplayedImage(image: image, name: name)
    }
    for (id, numbers) in freeNames.sorted(by: { $0.key < $1.key }) {
      for number in numbers.sorted() {
        changes.after += KittyCommand.remove(PlacementName(image: id, number: number))
      }
    }
    changes.after += placing
    return changes
  }

  /// Removes all images from the screen and from the terminal's memory. The cells must be drawn
  /// again afterwards.
  package mutating func removeAll() -> String {
    let commands = sent.map { KittyCommand.forget($0.id) }
    displayed = [:]
    sent = []
    sentBytes = 0
    return commands.joined()
  }

  /// Returns the id of an image in the terminal's memory, sending the image if it isn't there.
  private mutating func send(
    _ image: PixelImage, wanted: [GridRect: PixelImage], _ text: inout String
  ) -> Int {
    if let index = sent.firstIndex(where: { $0.image == image }) {
      let known = sent.remove(at: index)
      sent.append(known)
      return known.id
    }
    sentBytes += image.data.count
    if sentBytes > capacity { text += forgetUnused(wanted: Set(wanted.values)) }
    lastID += 1
    sent.append((image, lastID))
    text += KittyCommand.transmit(image, id: lastID)
    return lastID
  }

  /// Frees the terminal's memory of images that aren't on screen, the least recently used first.
  private mutating func forgetUnused(wanted: Set<PixelImage>) -> String {
    var text = ""
    sent.removeAll { image, id in
      guard sentBytes > capacity, !wanted.contains(image) else { return false }
      sentBytes -= image.data.count
      text += KittyCommand.forget(id)
      return true
    }
    return text
  }

  private static func move(to rect: GridRect) -> String { "\u{1B}[\(rect.y + 1);\(rect.x + 1)H" }

  private static func blanks(_ rect: GridRect) -> String {
    let blank = String(repeating: " ", count: rect.columns)
    return (rect.y..<rect.maxY).map { y in
      move(to: GridRect(x: rect.x, y: y, columns: 0, rows: 0)) + blank
    }.joined()
  }
}

extension GridRect {
  /// Whether the rectangle starts before another one in reading order.
  fileprivate func precedes(_ other: GridRect) -> Bool { (y, x) < (other.y, other.x) }
}
