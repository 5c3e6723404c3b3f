extension PlainText {
  /// Folds text in which pages leave markup, like ``folded(_:limit:)``. Removes tags as a browser
  /// would, and decodes the entities inside that markup. Text without markup keeps every `<` and
  /// `&`.
  package static func withoutMarkup(_ text: String, limit: Int = 5_000) -> String? {
    guard text.containsBytes("<") else { return folded(text, limit: limit) }
    // Cuts the text first, which also bounds the search for markup.
    let text = String(text.unicodeScalars.drop(while: isSpace).prefix(2 * limit))
    return isMarkup(text) ? fromHTML(text, limit: limit) : folded(text, limit: limit)
  }

  /// Folds HTML, with or without tags, like ``folded(_:limit:)``.
  package static func fromHTML(_ html: String, limit: Int = 5_000) -> String? {
    folded(text(ofHTML: html), limit: limit)
  }

  /// Decodes entities, but keeps every `<`.
  static func decodingEntities(_ text: String) -> String {
    guard text.containsBytes("&"), text.containsBytes(";") else { return text }
    var text = text
    return text.withUTF8 { TextDecoder.string($0, content: .data) }
  }

  private static func text(ofHTML html: String) -> String {
    let collector = TextCollector()
    let parser = HTMLParser(events: collector)
    parser.parse(Array(html.utf8))
    parser.finish()
    return collector.text
  }

  /// Whether tags mark up the text rather than being its subject ("The <p> element"). Counts pairs
  /// of tags, tags with attributes, line breaks, and a tag at the start without a space after it,
  /// as in an excerpt that was cut off.
  private static func isMarkup(_ text: String) -> Bool {
    var open: Set<String> = []
    for match in text.matches(of: tag) {
      let name = match.name.lowercased()
      if name == "br" || name == "hr" || match.attributes?.contains("=") == true { return true }
      if match.slash.isEmpty {
        open.insert(name)
        let isFirst = match.range.lowerBound == text.startIndex
        if isFirst, let next = text[match.range.upperBound...].first, !next.isWhitespace {
          return true
        }
      } else if open.contains(name) {
        return true
      }
    }
    return false
  }

  /// Matches a tag of an element that descriptions commonly contain. `Result<T>` and `a < b` don't
  /// match.
  private static var tag:
    Regex<(Substring, slash: Substring, name: Substring, attributes: Substring?)>
  {
    /<(?<slash>\/?)(?<name>(?i:a|abbr|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|section|small|span|strong|sub|sup|table|td|th|tr|u|ul))(?<attributes>\s[^<>]*)?\/?>/
  }

  private final class TextCollector: HTMLEvents {
    var text = ""
    var wantsText: Bool { true }

    func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) { separate(element) }
    func elementEnded(_ element: ElementName, depth: Int) { separate(element) }

    func textRead(_ text: TextToken) { self.text += text.string }

    private func separate(_ element: ElementName) {
      switch element {
      case .blockquote, .br, .div, .figure, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .li, .ol, .p, .pre,
        .section, .table, .td, .th, .tr, .ul:
        text += " "
      default: break
      }
    }
  }
}
