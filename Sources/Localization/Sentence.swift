extension String {
  /// A text without a full stop as a sentence of its own: `Saved 2 links.`
  package var asSentence: String { localized("\(self).") }
}
