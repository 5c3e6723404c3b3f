import Markup

extension ArticleBlock.List.Numbering {
  /// The numbering that a list states (https://html.spec.whatwg.org/#the-ol-element). Nil for 1, 2,
  /// 3.
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

extension ArticleBlock.List {
  /// The number of an item. Nil for an unnumbered list.
  public func number(at position: Int) -> Int? {
    start.map { numbering?.isReversed == true ? $0 - position : $0 + position }
  }

  /// The number of an item in the list's style, such as `3`, `c` or `iii`. Nil for an unnumbered
  /// list.
  public func sign(at position: Int) -> String? {
    number(at: position).map { number in
      switch numbering?.style ?? .decimal {
      case .decimal: String(number)
      case .lowerAlpha: Self.letters(number)
      case .upperAlpha: Self.letters(number).uppercased()
      case .lowerRoman: Self.romanNumeral(number)
      case .upperRoman: Self.romanNumeral(number).uppercased()
      }
    }
  }

  /// The letters of a number: `a` to `z`, then `aa`
  /// (https://www.w3.org/TR/css-counter-styles-3/#simple-alphabetic).
  private static func letters(_ number: Int) -> String {
    var (rest, letters) = (number, "")
    while rest > 0 {
      rest -= 1
      letters = String(Character(UnicodeScalar(UInt8(0x61 + rest % 26)))) + letters
      rest /= 26
    }
    return letters.isEmpty ? String(number) : letters
  }

  private static func romanNumeral(_ number: Int) -> String {
    guard (1..<4000).contains(number) else { return String(number) }
    var (rest, numeral) = (number, "")
    for (value, letters) in romanLetters {
      numeral += String(repeating: letters, count: rest / value)
      rest %= value
    }
    return numeral
  }

  private static let romanLetters = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]
}
