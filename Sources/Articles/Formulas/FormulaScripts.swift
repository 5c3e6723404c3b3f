/// What's above and below the line, in the characters that Unicode has for it
/// (https://www.unicode.org/charts/PDF/U2070.pdf, U1D00.pdf and U1D80.pdf), or behind `^` and `_`.
enum FormulaScripts {
  static func above(_ text: String, isWord: Bool) -> String {
    if let mark = marks[text] ?? (text.allSatisfy { $0 == "′" } ? text : nil) { return mark }
    return (isWord ? nil : superscript(text)) ?? "^" + onLine(text, isWord)
  }

  static func below(_ text: String, isWord: Bool) -> String {
    (isWord ? nil : RaisedText.mapped(text, subscripts)) ?? "_" + onLine(text, isWord)
  }

  static func superscript(_ text: String) -> String? { RaisedText.mapped(text, superscripts) }

  static func isRaised(_ character: Character) -> Bool { raised.contains(character) }

  /// Signs that are above the line already.
  private static let marks = [
    "∗": "*", "†": "†", "‡": "‡", "∘": "°", "°": "°", "": "",
  ]

  private static func onLine(_ text: String, _ isWord: Bool) -> String {
    let isWhole = isWord && text.allSatisfy { $0.isLetter || $0.isNumber }
    return text.count == 1 || isWhole || text.allSatisfy(\.isNumber) ? text : "(\(text))"
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW⊤′βγδθφχ",
      "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀ′ᵝᵞᵟᶿᵠᵡ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"))
  private static let raised = Set(superscripts.values).union(subscripts.values)
}
