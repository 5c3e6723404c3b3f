import Foundation

/// The size that an SVG states: `width` and `height` in pixels, or else its `viewBox`.
struct SVGSize {
  let width: Int?
  let height: Int?

  /// - Parameter text: the beginning of the file.
  init(_ text: String) {
    let tag = Self.openTag(in: text) ?? ""
    let box =
      Self.attribute("viewBox", in: tag)?
      .split { $0 == "," || $0.isWhitespace }.map { Double($0) } ?? []
    let width = Self.attribute("width", in: tag).flatMap(Self.pixels)
    let height = Self.attribute("height", in: tag).flatMap(Self.pixels)
    let hasBoth = width != nil && height != nil
    self.width = Self.whole(hasBoth ? width : box.count == 4 ? box[2] : nil)
    self.height = Self.whole(hasBoth ? height : box.count == 4 ? box[3] : nil)
  }

  /// Whether a file that starts with `text` is an SVG: its first element is `<svg>`, after anything
  /// that XML allows before it.
  static func isSVG(_ text: String) -> Bool { openTag(in: text) != nil }

  private static func openTag(in text: String) -> Substring? {
    var remaining = text[...]
    if remaining.first == "\u{FEFF}" { remaining.removeFirst() }
    while true {
      remaining = remaining.drop(while: \.isWhitespace)
      if remaining.hasPrefix("<svg"), let next = remaining.dropFirst(4).first,
        next.isWhitespace || next == ">"
      {
        return remaining.prefix { $0 != ">" }
      }
      let end = remaining.hasPrefix("<!--") ? "-->" : remaining.hasPrefix("<?") ? "?>" : ">"
      guard
        remaining.hasPrefix("<?") || remaining.hasPrefix("<!--")
          || remaining.hasPrefix("<!DOCTYPE svg"),
        let found = remaining.firstRange(of: end)
      else { return nil }
      remaining = remaining[found.upperBound...]
    }
  }

  private static func attribute(_ name: String, in tag: Substring) -> Substring? {
    for found in tag.ranges(of: name + "=") {
      // Don't match the width in `stroke-width`.
      guard found.lowerBound > tag.startIndex,
        tag[tag.index(before: found.lowerBound)].isWhitespace,
        let quote = tag[found.upperBound...].first, quote == "\"" || quote == "'"
      else { continue }
      return tag[found.upperBound...].dropFirst().prefix { $0 != quote }
    }
    return nil
  }

  private static func pixels(_ text: Substring) -> Double? {
    Double(text.hasSuffix("px") ? text.dropLast(2) : text)
  }

  private static func whole(_ size: Double?) -> Int? {
    guard let size, size >= 1, size <= 100_000 else { return nil }
    return Int(size.rounded())
  }
}
