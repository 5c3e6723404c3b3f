/// Writes formulas within lines as Markdown, which escapes nothing in them.
enum MarkdownFormula {
  /// - Parameter isInTable: whether a bar would end the cell.
  static func text(of formula: ArticleFormula, isInTable: Bool) -> String {
    var tex = ""
    var isEscaped = false
    for character in formula.tex {
      switch character {
      case _ where character.isNewline: tex += " "
      case "|" where isInTable:
        // `\|` is a bar of its own, ‖.
        if isEscaped { tex.removeLast() }
        tex += isEscaped ? "\\Vert " : "\\vert "
      default: tex.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    while tex.last == " " { tex.removeLast() }
    return "$\(tex)$"
  }
}
