/// Makes text from a page fit to show: hostile until it went through here.
package enum PlainText {
  /// One line of plain text: white space folded, controls and bidi overrides gone; nil when empty.
  ///
  /// - Parameter limit: scalars after which the text is cut, ending in an ellipsis. A page that
  ///   names itself with a megabyte shall not slow down whoever shows the name.
  package static func folded(_ text: String, limit: Int = 500) -> String? {
    var scalars = String.UnicodeScalarView()
    var spaceIsDue = false
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > limit {
        scalars.append("…")
        break
      }
      if isSpace(scalar) {
        spaceIsDue = !scalars.isEmpty
      } else if !isHidden(scalar) {
        if spaceIsDue { scalars.append(" ") }
        spaceIsDue = false
        scalars.append(scalar)
      }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }

  /// As ``folded(_:)``, for text in which pages leave markup: tags are taken out as a browser
  /// would, entities inside that markup decoded. Text without tags keeps every `<` and `&`.
  static func withoutMarkup(_ text: String, limit: Int = 5_000) -> String? {
    // Cut first: what is searched for markup is bounded as well.
    let text = String(text.unicodeScalars.prefix(2 * limit))
    guard text.contains("<"), text.firstRange(of: markup) != nil else {
      return folded(text, limit: limit)
    }
    let collector = TextCollector()
    let parser = MarkupParser(.html, events: collector)
    parser.parse(Array(text.utf8))
    parser.finish()
    return folded(collector.text, limit: limit)
  }

  /// Whether there is nothing to see in it.
  static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isSpace) }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    // Unicode's tables cost more than all else here, and most text is ASCII.
    scalar.isASCII
      ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// C0, C1, and format characters that reorder or hide text. The joiners stay: scripts and emoji
  /// need them.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    case .unassigned: scalar.properties.isNoncharacterCodePoint
    default: false
    }
  }

  /// A tag of an element that descriptions really contain; `Result<T>` and `a < b` are none.
  private static var markup: Regex<Substring> {
    /<\/?(?i:a|abbr|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|section|small|span|strong|sub|sup|table|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/
  }

  private final class TextCollector: MarkupEvents {
    var text = ""
    var wantsText: Bool { true }

    func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) { separate(name) }
    func elementEnded(_ name: MarkupName) { separate(name) }

    func textRead(_ text: String) { self.text += text }

    private func separate(_ name: MarkupName) {
      if Self.blocks.contains(name.string) { text += " " }
    }

    private static let blocks: Set = [
      "blockquote", "br", "div", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol",
      "p", "pre", "section", "table", "td", "th", "tr", "ul",
    ]
  }
}
