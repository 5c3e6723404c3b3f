/// Cells of one row that a terminal can open as a link.
package struct PlacedLink: Hashable, Sendable {
  package let place: GridRect
  /// A web address in printable ASCII.
  package let address: String

  /// The longest address that terminals accept.
  private static let limit = 2_083

  init?(place: GridRect, address: String) {
    let isWeb = ["http://", "https://"].contains(where: address.hasPrefix)
    guard isWeb, place.columns > 0, address.utf8.count <= Self.limit,
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.place = place
    self.address = address
  }

  /// The sequence that makes the following text open the address (OSC 8). The parts of a link on
  /// several lines have the same id, so that the terminal treats them as one link.
  ///
  /// Source: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
  package var openingSequence: String {
    let id = String(UInt32(truncatingIfNeeded: address.hashValue), radix: 36)
    return "\u{1B}]8;id=\(id);\(address)\u{1B}\\"
  }

  /// The sequence after a link's text.
  package static let closingSequence = "\u{1B}]8;;\u{1B}\\"
}

extension Grid {
  /// Draws text on one line, as ``draw(_:x:y:style:clip:)`` does, that opens an address.
  ///
  /// Terminals with hyperlinks open the address when users click the text, in a way that each
  /// terminal defines. Addresses that aren't http or https, or have characters that can't be sent
  /// to a terminal, don't become links.
  /// - Returns: the column after the last glyph.
  @discardableResult
  package mutating func draw(
    _ text: String, linkingTo address: String, x: Int, y: Int, style: CellStyle = .plain,
    clip: GridRect? = nil
  ) -> Int {
    let end = draw(text, x: x, y: y, style: style, clip: clip)
    let rect = bounds.intersection(clip ?? bounds).intersection(
      GridRect(x: x, y: y, columns: max(0, end - x), rows: 1))
    if let link = PlacedLink(place: rect, address: address) { add(link) }
    return end
  }
}
