import Articles
import LinkPreview
import TerminalGrid

extension ArticleLayoutBuilder {
  /// Adds a formula on lines of its own. Only a single line that's too long is wrapped. Formulas
  /// that plain characters can't show are shown as TeX, like code.
  mutating func add(_ formula: ArticleFormula, _ margins: Margins) {
    guard let rows = formula.displayLines else {
      add(code: formula.tex, language: nil, margins)
      return
    }
    let width = rows.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    // A formula reads from left to right, whatever its letters are.
    let text = ArticleText(.body, rows.joined(separator: "\n"))
    var indented = margins
    indented.left += Self.formulaIndent
    if rows.count == 1, width > columns(within: indented) {
      indented.left = min(indented.left, max(margins.left, columns - Self.formulaIndent))
      add(text, indented, isAtRight: false)
      return
    }
    let start = anchor.offset
    let index = register(text)
    beginUnwrapped(.formula, indented)
    var offset = 0
    for row in rows {
      let end = offset + row.utf8.count
      addUnwrapped(
        [.text(x: indented.left, index, offset..<end)], columns: DisplayWidth.columns(of: row),
        at: start + offset)
      offset = end + 1
    }
  }

  private static let formulaIndent = 4
}
