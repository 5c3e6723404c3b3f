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
    // `sizes` lists every size in the file: "16x16 32x32", or "any".
    let sizes = (link.sizes ?? "").utf8.split { $0 <= 0x20 }
    let largest =
      sizes.compactMap { size -> [Int]? in
        let sides = size.split(separator: UInt8(ascii: "x")).compactMap { Int(Substring($0)) }
        return sides.count == 2 ? sides : nil
      }.max { $0[0] < $1[0] } ?? []
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
