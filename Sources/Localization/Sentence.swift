extension Sequence<String> {
  /// Whole sentences one after the other. Full-width punctuation has its space in itself, so none
  /// follows: `保存しました。「u」で元に戻せます。`
  package var paragraph: String {
    reduce("") { text, sentence in text.isEmpty ? sentence : text.asLabel + sentence }
  }
}

extension Character {
  /// Whether it's a punctuation mark that's as wide as two letters.
  fileprivate var isFullWidthPunctuation: Bool {
    guard isPunctuation, let scalar = unicodeScalars.first else { return false }
    // The blocks "CJK Symbols and Punctuation" and "Halfwidth and Fullwidth Forms".
    return (0x3000...0x303F).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
  }
}

extension String {
  /// The text before what it's about, such as `Title:` before the title: with a space at the end,
  /// unless full-width punctuation has one in itself.
  package var asLabel: String { last?.isFullWidthPunctuation == true ? self : self + " " }

  /// A text without a full stop as a sentence of its own: `Saved 2 links.`
  package var asSentence: String { localized("\(self).") }
}
