/// Superscripts and subscripts, as in x² and H₂O, in Unicode's characters for them
/// (https://www.unicode.org/charts/PDF/U2070.pdf). Without them, 2¹⁰ would become 210.
enum RaisedText {
  /// Returns nil if a part of the text has no such character.
  static func superscript(_ text: String) -> String? { mapped(text, superscripts) }
  static func `subscript`(_ text: String) -> String? { mapped(text, subscripts) }

  private static func mapped(_ text: String, _ characters: [Character: Character]) -> String? {
    guard (1...8).contains(text.utf8.count), text.contains(where: \.isNumber) else { return nil }
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
