/// The signs of the filter language, in the forms that keyboards and input methods give them.
package enum FilterSign {
  /// Whether a scalar before a name makes it a tag.
  package static func isTag(_ scalar: Unicode.Scalar) -> Bool { scalar == "#" || scalar == "＃" }

  /// Whether a character before a word excludes its matches.
  package static func isExclusion(_ character: Character) -> Bool {
    ["-", "－", "−"].contains(character)
  }

  /// Returns the quotation marks that end what one begins; nil for any other character. A quotation
  /// mark on a keyboard only ends at its like, so that a phrase can have the others in it.
  package static func closingQuotes(_ character: Character) -> [Character]? {
    switch character {
    case "\"", "＂": [character]
    case "“", "”", "„": ["“", "”"]
    default: nil
    }
  }

  package static func isQuote(_ character: Character) -> Bool { closingQuotes(character) != nil }

  /// Returns a name without the signs of a tag before it.
  package static func name(ofTag text: some StringProtocol) -> String {
    var name = String.UnicodeScalarView()
    name.append(contentsOf: text.unicodeScalars.drop(while: isTag))
    return String(name)
  }
}
