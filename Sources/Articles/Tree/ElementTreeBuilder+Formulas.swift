import Markup

/// The formula that's being read, and the open elements around it.
struct OpenFormulas {
  var formula: FormulaReader?
  /// The open elements that the page calls formulas.
  var elements: [Int32] = []
  /// The node with the visible text of a formula whose TeX is in the following script.
  var drawing = -1
  /// Whether the current script may configure the delimiters of formulas.
  var isInSettings = false

  /// - Returns: whether the element is in a formula.
  mutating func elementStarted(_ tag: StartTag) -> Bool {
    formula?.elementStarted(tag)
    return formula != nil
  }

  /// - Returns: whether the text is in a formula.
  mutating func textRead(_ text: TextToken) -> Bool {
    formula?.textRead(text)
    return formula != nil
  }
}

extension ElementTreeBuilder {
  var wantsRawText: Bool { formulas.formula?.isScript == true || formulas.isInSettings }

  mutating func rawTextRead(_ text: TextToken) {
    if !formulas.textRead(text) { tree.formulaMarks.formUnion(FormulaSettings.marks(in: text)) }
  }

  /// - Returns: whether the script holds a formula.
  mutating func scriptStarted(_ tag: StartTag) -> Bool {
    guard skippedDepth == 0, let reader = FormulaReader.script(tag.attributes) else {
      tree.formulaMarks.formUnion(FormulaSettings.marks(of: tag.attributes))
      formulas.isInSettings = FormulaSettings.mayBe(in: tag.attributes)
      return false
    }
    formulas.formula = reader
    return true
  }

  /// - Returns: whether the element is a formula, or a second copy of one.
  mutating func formulaStarted(_ element: ElementName, _ tag: StartTag, _ hints: ElementHints)
    -> Bool
  {
    if hints.contains(.math), isRepeated(element, tag.attributes) {
      skippedDepth += 1
      return true
    }
    guard FormulaReader.mayBegin(at: element, tag, hints),
      let reader = FormulaReader.of(element, tag, hints)
    else { return false }
    formulas.formula = reader
    return true
  }

  /// Whether an element is the visible copy of a formula. Pages have MathML for people who can't
  /// see, followed by a drawing or an image.
  private func isRepeated(_ element: ElementName, _ attributes: Attributes) -> Bool {
    if attributes.value("class", contains: "mathjax_preview") { return true }
    return tree.endsInFormula
      && (attributes.value("class", contains: "katex-html")
        || element == .img && attributes.value("class", contains: "fallback"))
  }

  /// - Returns: whether the element is a formula or in one.
  mutating func formulaElementEnded() -> Bool {
    formulas.isInSettings = false
    guard formulas.formula != nil else { return false }
    guard formulas.formula?.elementEnded() == true, var reader = formulas.formula else {
      return true
    }
    formulas.formula = nil
    let parent = open.last ?? -1
    let formula = reader.finish(isDisplay: isInDisplay)
    // The script after a drawing has the TeX of the drawing.
    if reader.isScript, formula != nil, formulas.drawing == tree.nodes.count - 1 {
      tree.nodes.removeLast()
    }
    formulas.drawing = reader.isDrawing ? tree.nodes.count : -1
    if let formula {
      tree.append(formula, in: parent)
    } else if !reader.isScript {
      tree.append(drawn: reader.text, in: parent)
    }
    return true
  }

  /// Whether an element close around shows formulas on lines of their own.
  private var isInDisplay: Bool {
    formulas.elements.suffix(4).contains { tree.nodes[Int($0)].hints.contains(.display) }
  }

  mutating func endFormulaElement(_ node: Int32) {
    guard formulas.elements.last == node else { return }
    formulas.elements.removeLast()
    tree.makeFormula(ofTextIn: Int(node))
  }
}
