/// Writes superscripts and subscripts in Unicode's characters for them
/// (https://www.unicode.org/charts/PDF/U2070.pdf, U1D00.pdf and U1D80.pdf), or after `^` and `_`.
enum FormulaScripts {
  /// - Parameter isNested: whether the script is inside another one. Then it has a mark, because the
  ///   outer one, which can't be raised a second time, has one too.
  static func above(_ text: String, isWord: Bool, isNested: Bool = false) -> String {
    if let mark = marks[text] ?? (text.allSatisfy { $0 == "′" } ? text : nil) { return mark }
    // Two indices have a comma between them, and an exponent has one in place of a point.
    return (isWord || isNested ? nil : superscript(text))
      ?? "^" + (text.isDecimal(marks: ".,") ? text : onLine(text, isWord))
  }

  static func below(_ text: String, isWord: Bool) -> String {
    (isWord ? nil : mapped(text, subscripts)) ?? "_" + onLine(text, isWord)
  }

  static func superscript(_ text: String) -> String? { mapped(text, superscripts) }
  static func `subscript`(_ text: String) -> String? { mapped(text, subscripts) }

  static func isRaised(_ character: Character) -> Bool { raised.contains(character) }

  /// Characters that are raised already.
  private static let marks = [
    "∗": "*", "†": "†", "‡": "‡", "∘": "°", "°": "°", "": "",
  ]

  private static func onLine(_ text: String, _ isWord: Bool) -> String {
    let isWhole = isWord && text.allSatisfy { $0.isLetter || $0.isNumber }
    return text.count == 1 || isWhole || text.isDecimal(marks: ".") ? text : "(\(text))"
  }

  /// Replaces each character of a short text. Returns nil if one of them has no replacement.
  private static func mapped(_ text: String, _ characters: [Character: Character]) -> String? {
    guard (1...8).contains(text.utf8.count) else { return nil }
    var output = ""
    for character in text {
      guard let mapped = characters[character] else { return nil }
      output.append(mapped)
    }
    return output
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW⊤′βγδθφχ",
      "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀ′ᵝᵞᵟᶿᵠᵡ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"))
  private static let raised = Set(superscripts.values).union(subscripts.values)
}

extension StringProtocol {
  /// Whether it's a number, with or without one of the decimal marks.
  func isDecimal(marks: String) -> Bool {
    let parts = split(omittingEmptySubsequences: false) { marks.contains($0) }
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }
}
