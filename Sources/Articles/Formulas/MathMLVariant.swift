import Foundation

/// Letters in other styles, such as ℝ and 𝔤, and single characters as TeX.
enum MathMLVariant {
  /// The command of a `mathvariant` (https://www.w3.org/TR/MathML3/chapter3.html#presm.commatt).
  static func command(_ variant: String?) -> String? {
    switch variant {
    case "bold", "bold-italic": "mathbf"
    case "double-struck": "mathbb"
    case "script", "bold-script": "mathcal"
    case "fraktur", "bold-fraktur": "mathfrak"
    case "sans-serif", "bold-sans-serif", "sans-serif-italic", "sans-serif-bold-italic": "mathsf"
    case "monospace": "mathtt"
    default: nil
    }
  }

  /// A character as TeX in math mode.
  static func tex(of character: Character) -> String {
    switch character {
    case "−", "‐", "‑", "–": return "-"
    case "\\": return "\\backslash "
    case "{", "}", "$", "%", "#", "&", "_": return "\\\(character)"
    case "^": return "\\hat{}"
    case "~": return "\\sim"
    case "\u{A0}", " ": return "\\ "
    // Function application, and invisible times, separators and plus.
    case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}", "\u{200B}": return ""
    case "″": return "''"
    case "‴": return "'''"
    case "·": return "\\cdot"
    case "〈": return "\\langle"
    case "〉": return "\\rangle"
    case "∥": return "\\|"
    default: break
    }
    if character.isASCII { return String(character) }
    if let (command, letter) = letter(character) {
      let tex = TeXSymbol.command(for: letter).map { "\\\($0)" } ?? String(letter)
      return command.isEmpty ? tex : "\\\(command){\(tex)}"
    }
    return TeXSymbol.command(for: character).map { "\\\($0)" } ?? String(character)
  }

  /// The plain letter and the TeX command for a letter in another style
  /// (https://www.unicode.org/charts/PDF/U1D400.pdf and U2100.pdf).
  private static func letter(_ character: Character) -> (command: String, letter: Character)? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return nil
    }
    let command: String
    switch scalar.value {
    case 0x2102, 0x210D, 0x2115, 0x2119, 0x211A, 0x211D, 0x2124, 0x1D538...0x1D56B,
      0x1D7D8...0x1D7E1:
      command = "mathbb"
    case 0x210A, 0x210B, 0x2110, 0x2112, 0x211B, 0x212C, 0x212F...0x2131, 0x2133, 0x2134,
      0x1D49C...0x1D503:
      command = "mathcal"
    case 0x210C, 0x212D, 0x2128, 0x1D504...0x1D537, 0x1D56C...0x1D59F: command = "mathfrak"
    case 0x1D400...0x1D433, 0x1D468...0x1D49B, 0x1D6A8...0x1D6E1, 0x1D71C...0x1D755,
      0x1D7CE...0x1D7D7:
      command = "mathbf"
    case 0x1D5A0...0x1D66F: command = "mathsf"
    case 0x1D670...0x1D6A3: command = "mathtt"
    // Italic needs no command, because letters in formulas are italic.
    case 0x210E, 0x1D434...0x1D467, 0x1D6E2...0x1D71B: command = ""
    default: return nil
    }
    let plain = String(character).precomposedStringWithCompatibilityMapping
    return plain.count == 1 ? plain.first.map { (command, $0) } : nil
  }
}
