/// Letters in styles that Unicode has characters for, such as ℝ
/// (https://www.unicode.org/charts/PDF/U1D400.pdf).
struct FormulaLetters {
  let capitals: Unicode.Scalar
  let smalls: Unicode.Scalar
  let digits: Unicode.Scalar?
  /// Letters whose characters are outside the style's block, because Unicode had them before.
  let exceptions: [Character: Character]

  static let tables: [String: FormulaLetters] = {
    let double = FormulaLetters(
      capitals: "𝔸", smalls: "𝕒", digits: "𝟘",
      exceptions: ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"])
    let script = FormulaLetters(
      capitals: "𝒜", smalls: "𝒶", digits: nil,
      exceptions: [
        "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ",
        "g": "ℊ", "o": "ℴ",
      ])
    let fraktur = FormulaLetters(
      capitals: "𝔄", smalls: "𝔞", digits: nil,
      exceptions: ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"])
    return [
      "mathbb": double, "Bbb": double, "symbb": double, "mathds": double, "mathbbm": double,
      "mathcal": script, "mathscr": script, "symcal": script, "symscr": script,
      "mathfrak": fraktur, "frak": fraktur, "symfrak": fraktur,
    ]
  }()

  static func mapped(_ nodes: [FormulaNode], to table: FormulaLetters) -> FormulaNode {
    .group(
      nodes.map { node in
        guard case .symbol(let text, let kind) = node else { return node }
        return .symbol(String(text.map { table.letter($0) }), kind)
      })
  }

  private func letter(_ character: Character) -> Character {
    if let exception = exceptions[character] { return exception }
    guard let value = character.asciiValue else { return character }
    let first: (letter: Unicode.Scalar?, ascii: UInt8) =
      switch value {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): (capitals, UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): (smalls, UInt8(ascii: "a"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): (digits, UInt8(ascii: "0"))
      default: (nil, 0)
      }
    return first.letter.flatMap { Unicode.Scalar($0.value + UInt32(value - first.ascii)) }
      .map(Character.init) ?? character
  }
}
