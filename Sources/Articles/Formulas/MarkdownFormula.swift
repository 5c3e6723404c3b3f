/// Writes inline formulas as Markdown. Nothing inside is escaped.
enum MarkdownFormula {
  /// - Parameter isInTable: whether the formula is in a table, where a bar would end the cell.
  static func text(of formula: ArticleFormula, isInTable: Bool) -> String {
    var tex = ""
    var isEscaped = false
    for character in formula.tex {
      switch character {
      case _ where character.isNewline: tex += " "
      case "|" where isInTable:
        // `\|` is a symbol, ‖.
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
