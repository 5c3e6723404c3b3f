import Markup

/// Formulas in the tree. A formula is a text node whose element is `math`. Its attributes say
/// whether it's on lines of its own.
extension ElementTree {
  /// - Returns: nil for other nodes.
  func formula(at index: Int) -> (tex: String, isDisplay: Bool)? {
    let node = nodes[index]
    guard node.isText, node.element == .math else { return nil }
    return (string(node.textStart..<node.textEnd), attributes(of: index)?.isDisplay == true)
  }

  /// Adds a formula in an element.
  mutating func append(_ formula: (tex: String, isDisplay: Bool), in parent: Int32) {
    append(formula.tex.utf8, isFormula: true, isDisplay: formula.isDisplay, in: parent)
    // Elements that hide MathML show an image instead. The image isn't shown here, so the formula
    // has to be.
    for wrapper in [parent, parent >= 0 ? nodes[Int(parent)].parent : -1] where wrapper >= 0 {
      let wrapper = Int(wrapper)
      if nodes[wrapper].hints.contains(.math), nodes[wrapper].element == .span {
        nodes[wrapper].hints.subtract([.unseen, .hidden, .forScreenReaders])
      }
    }
  }

  /// Adds the visible text of a formula whose TeX is unknown.
  mutating func append(drawn text: [UInt8], in parent: Int32) {
    append(text, isFormula: false, isDisplay: false, in: parent)
  }

  private mutating func append(
    _ bytes: some Sequence<UInt8>, isFormula: Bool, isDisplay: Bool, in parent: Int32
  ) {
    let start = Int32(text.count)
    text.append(contentsOf: bytes)
    guard Int32(text.count) > start else { return }
    var node = Node(
      element: isFormula ? .math : .other, isText: true, parent: parent,
      end: Int32(nodes.count + 1))
    node.textStart = start
    node.textEnd = Int32(text.count)
    if isDisplay {
      var values = AttributeValues()
      values.isDisplay = true
      node.attributes = Int32(attributes.count)
      attributes.append(values)
    }
    nodes.append(node)
  }

  /// Whether a node is a formula, or contains only a formula.
  var endsInFormula: Bool {
    guard let last = nodes.last else { return false }
    return last.isText && last.element == .math
  }

  /// Makes a formula of the text in an element that the page calls a formula, such as
  /// `class="math"` by pandoc and Sphinx. Delimiters are optional if the class says how to show the
  /// formula.
  mutating func makeFormula(ofTextIn element: Int) {
    guard nodes.count == element + 2, let node = nodes.last, node.isText, node.element == .other
    else { return }
    let bytes = text[Int(node.textStart)..<Int(node.textEnd)]
    guard bytes.count <= TeXSource.lengthLimit else { return }
    let hints = nodes[element].hints
    let isBlock = nodes[element].element.isBlock || hints.contains(.display)
    var formula = FormulaText.formula(of: bytes)
    if formula == nil, !hints.isDisjoint(with: [.display, .inline]) {
      let source = String(decoding: bytes, as: UTF8.self)
      if TeXSource.mayBeFormula(source) {
        formula = TeXSource.formula(source, keepsLines: isBlock).map { ($0, isBlock) }
      }
    }
    guard let formula else { return }
    nodes.removeLast()
    append((formula.tex, formula.isDisplay || isBlock), in: Int32(element))
  }
}

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
