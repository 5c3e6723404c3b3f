import Markup
import Foundation

/// An icon that a page names, ordered by how well it looks on a card.
struct IconCandidate: Comparable {
  let media: LinkMetadata.Media
  private let isForDark: Bool
  private let isDrawing: Bool
  private let isForHomeScreen: Bool
  private let side: Int
  private let order: Int

  init(link: PageFacts.Link, url: URL, order: Int) {
    let largest = link.sizes.flatMap(Self.largest) ?? []
    isForDark = link.media?.containsBytes("dark") == true
    // URL takes long to tell the extension.
    let isSVG = link.address.containsBytes(".svg") || link.address.containsBytes(".SVG")
    isDrawing = link.type == "image/svg+xml" || isSVG && url.pathExtension.lowercased() == "svg"
    isForHomeScreen = link.relations.contains(.homeScreenIcon)
    // Without `sizes`, Apple's home screen icons are 180 pixels wide, and a favicon is 16.
    side = largest.first ?? (isForHomeScreen ? 180 : 16)
    self.order = order
    media = LinkMetadata.Media(
      url: url, type: link.type, width: largest.first, height: largest.last)
  }

  /// The sides of the largest size. `sizes` lists every size in the file: "16x16 32x32", or "any".
  private static func largest(of sizes: String) -> [Int]? {
    if sizes == "any" { return nil }
    if let sides = sides(ofOnly: sizes.utf8) { return sides }
    return sizes.utf8.split { $0 <= 0x20 }.compactMap { size -> [Int]? in
      let sides = size.split(separator: UInt8(ascii: "x")).compactMap { Int(Substring($0)) }
      return sides.count == 2 ? sides : nil
    }.max { $0[0] < $1[0] }
  }

  /// The sides of a size such as `180x180`, if it's the only one.
  private static func sides(ofOnly size: String.UTF8View) -> [Int]? {
    var sides = [0]
    var digits = 0
    for byte in size {
      if byte == UInt8(ascii: "x"), sides.count == 1, digits > 0 {
        sides.append(0)
        digits = 0
      } else {
        guard ASCII.isDigit(byte), digits < 9 else { return nil }
        sides[sides.count - 1] = sides[sides.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      }
    }
    return sides.count == 2 && digits > 0 ? sides : nil
  }

  /// Whether `left` is the worse choice. Icons for dark mode come last, because nobody knows where
  /// the icon will be shown. SVG icons come before those, because few programs other than browsers
  /// decode SVG. Among the rest, the larger icon wins.
  static func < (left: IconCandidate, right: IconCandidate) -> Bool {
    if left.isForDark != right.isForDark { return left.isForDark }
    if left.isDrawing != right.isDrawing { return left.isDrawing }
    return (left.side, left.isForHomeScreen ? 1 : 0, -left.order)
      < (right.side, right.isForHomeScreen ? 1 : 0, -right.order)
  }
}
