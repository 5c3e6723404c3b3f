import Markup

extension BlockBuilder {
  /// Adds a formula to the line. A formula on lines of its own ends the line first.
  mutating func add(
    _ formula: (tex: String, isDisplay: Bool), at index: Int, in paragraph: Int
  ) {
    let isInLine = frames.contains { frame in
      switch frame.kind {
      case .heading, .cell, .caption, .term: true
      default: false
      }
    }
    guard formula.isDisplay, !isInLine else {
      frames[frames.count - 1].inlines.append(.formula(ArticleFormula(tex: formula.tex)))
      lastIsSpace = false
      return
    }
    endParagraph()
    let top = frames.count - 1
    let row = layoutRow(around: index)
    if row >= 0, row == formulaRow, case .formula(let start)? = frames[top].blocks.last {
      // The sides of an equation may be in separate cells.
      let tex = start.tex + " " + formula.tex
      frames[top].blocks[frames[top].blocks.count - 1] = .formula(ArticleFormula(tex: tex))
    } else {
      frames[top].addBlock(.formula(ArticleFormula(tex: formula.tex)))
    }
    formulaRow = row
  }

  /// The row around a node in a table that only lays out its content.
  private func layoutRow(around index: Int) -> Int32 {
    var node = tree.nodes[index].parent
    for _ in 0..<5 where node >= 0 {
      if tree.nodes[Int(node)].element == .tr { return node }
      node = tree.nodes[Int(node)].parent
    }
    return -1
  }

  /// Moves punctuation at the beginning of a text into the formula above, and returns the remaining
  /// text. Otherwise the full stop after `$$x$$.` would begin a paragraph.
  mutating func joiningFormula(_ text: String) -> String {
    let top = frames.count - 1
    guard let mark = text.first, ".,;:".contains(mark), frames[top].inlines.isEmpty,
      case .formula(let formula)? = frames[top].blocks.last
    else { return text }
    let rest = text.dropFirst()
    guard rest.isEmpty || rest.first == " " else { return text }
    frames[top].blocks[frames[top].blocks.count - 1] = .formula(
      ArticleFormula(tex: formula.tex + String(mark)))
    return String(rest.drop { $0 == " " })
  }

  /// Adds a text that contains formulas.
  mutating func add(_ pieces: [FormulaText.Piece], at index: Int, in paragraph: Int) {
    for piece in pieces {
      // The previous piece may have ended the line.
      enter(index, paragraph: paragraph)
      switch piece {
      case .text(let bytes):
        let text = joiningFormula(BlockText.folded(bytes, lastIsSpace: &lastIsSpace))
        if !text.isEmpty { frames[frames.count - 1].inlines.append(.text(text)) }
      case .formula(let tex, let isDisplay):
        add((tex, isDisplay), at: index, in: paragraph)
      }
    }
  }
}

extension [ArticleInline] {
  /// The formula, if the content is a formula alone.
  var onlyFormula: ArticleFormula? {
    guard count == 1, case .formula(let formula) = self[0] else { return nil }
    return formula
  }
}
