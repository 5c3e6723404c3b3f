/// Text above or below the line, as in x² and H₂O, in the characters that Unicode has for it
/// (https://www.unicode.org/charts/PDF/U2070.pdf). Without them, 2¹⁰ would become 210.
enum RaisedText {
  /// Returns nil if there's no character for a part of the text, or if it has no number.
  static func superscript(_ text: String) -> String? { numbered(text, superscripts) }
  static func `subscript`(_ text: String) -> String? { numbered(text, subscripts) }

  private static func numbered(_ text: String, _ characters: [Character: Character]) -> String? {
    text.contains(where: \.isNumber) ? mapped(text, characters) : nil
  }

  /// Replaces each character of a short text. Returns nil if one of them has no replacement.
  static func mapped(_ text: String, _ characters: [Character: Character]) -> String? {
    guard (1...8).contains(text.utf8.count) else { return nil }
    var output = ""
    for character in text {
      guard let mapped = characters[character] else { return nil }
      output.append(mapped)
    }
    return output
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"))
}
