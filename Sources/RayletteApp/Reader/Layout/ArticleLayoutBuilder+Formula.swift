import LinkPreview
import TerminalGrid

extension ArticleLayoutBuilder {
  /// Adds a formula on lines of its own, which are wrapped only if it's a single one that's too
  /// long. What plain characters can't show is TeX, as code is.
  mutating func add(_ formula: ArticleFormula, x: Int) {
    guard let rows = formula.displayLines else {
      add(code: formula.tex, language: nil, x: x)
      return
    }
    let indented = x + Self.formulaIndent
    let width = rows.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    let text = ArticleText(.body, rows.joined(separator: "\n"))
    if rows.count == 1, width > columns(from: indented) {
      add(text, x: min(indented, max(x, columns - Self.formulaIndent)))
      return
    }
    let start = anchor.offset
    let index = register(text)
    beginUnwrapped(.formula, x: indented)
    var offset = 0
    for row in rows {
      let end = offset + row.utf8.count
      addUnwrapped(
        [.text(x: indented, index, offset..<end)], columns: DisplayWidth.columns(of: row),
        at: start + offset)
      offset = end + 1
    }
  }

  private static let formulaIndent = 4
}
