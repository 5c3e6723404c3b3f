import Markup

extension ArticleBlock.List.Numbering {
  /// How a list states that its items are numbered (https://html.spec.whatwg.org/#the-ol-element).
  /// Nil for 1, 2, 3.
  init?(_ attributes: Attributes) {
    let style: Style =
      switch attributes["type"] {
      case "a": .lowerAlpha
      case "A": .upperAlpha
      case "i": .lowerRoman
      case "I": .upperRoman
      default: .decimal
      }
    let isReversed = attributes.has("reversed")
    guard isReversed || style != .decimal else { return nil }
    self.init(style: style, isReversed: isReversed)
  }
}
