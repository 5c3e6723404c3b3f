import Foundation

/// Writes formulas in one line of plain characters, such as `x = (−b±√(b²−4ac))/(2a)`.
struct FormulaWriter {
  /// A node in its written form, with its spacing class.
  struct Atom {
    var text: String
    var kind: TeXSymbol.Kind
    /// Whether it's a fraction, so that a part beside it would seem to belong to the numerator or
    /// denominator.
    var isFraction = false
    /// Whether it's a root without brackets, so that a part after it would seem to be under the
    /// root.
    var isBareRoot = false
    /// Whether it's words or a space, which are written unchanged.
    var isText = false
  }

  static func line(_ nodes: [FormulaNode], isScript: Bool = false) -> String {
    FormulaSpacing.text(of: atoms(nodes, isScript: isScript), isScript: isScript)
  }

  static func atoms(_ nodes: [FormulaNode], isScript: Bool = false) -> [Atom] {
    nodes.flatMap { node in
      // Braces that only group aren't shown.
      if case .group(let inner) = node {
        let atoms = atoms(inner, isScript: isScript)
        // `{,}` and `{=}` have no space around them.
        guard atoms.count == 1, inner.count == 1, case .symbol = inner[0] else { return atoms }
        return [Atom(text: atoms[0].text, kind: .ordinary)]
      }
      return [atom(node, isScript)]
    }
  }

  private static func atom(_ node: FormulaNode, _ isScript: Bool) -> Atom {
    switch node {
    case .symbol(let text, let kind): return Atom(text: text, kind: kind)
    case .word(let text): return Atom(text: text, kind: .ordinary)
    case .text(let text): return Atom(text: text, kind: .ordinary, isText: true)
    case .space(let columns):
      return Atom(
        text: String(repeating: " ", count: min(columns, 4)), kind: .ordinary, isText: true)
    case .group(let nodes): return Atom(text: line(nodes), kind: .ordinary)
    case .scripted(let base, let below, let above):
      return scripted(base, below, above, isScript)
    case .fraction(let above, let below):
      return Atom(
        text: numerator(above) + "/" + denominator(below), kind: .ordinary, isFraction: true)
    case .root(let nodes, let index):
      let sign = index.map { line($0, isScript: true) }.map { index in
        index == "2" ? "√" : FormulaScripts.superscript(index).map { $0 + "√" } ?? "root(\(index))"
      }
      let radicand = bracketed(nodes)
      return Atom(
        text: (sign ?? "√") + radicand, kind: .ordinary,
        isBareRoot: index == nil && radicand.first != "(")
    case .accent(let accent, let nodes): return accented(nodes, accent)
    case .fenced(let opening, let nodes, let closing):
      return Atom(text: opening + line(nodes) + closing, kind: .ordinary)
    case .table(let table): return Atom(text: FormulaTableWriter.line(table), kind: .ordinary)
    }
  }

  // MARK: - Scripts

  private static func scripted(
    _ base: [FormulaNode], _ below: [FormulaNode]?, _ above: [FormulaNode]?, _ isScript: Bool
  ) -> Atom {
    let atoms = atoms(base)
    let kind = atoms.count == 1 ? atoms[0].kind : .ordinary
    var text =
      atoms.count == 1 && !atoms[0].isFraction && !atoms[0].isText
      ? atoms[0].text : FormulaSpacing.text(of: atoms, isScript: false)
    if atoms.count > 1 || atoms.first?.isFraction == true { text = "(\(text))" }
    let low = below.map { FormulaScripts.below(line($0, isScript: true), isWord: $0.isWord) }
    let high = above.map {
      FormulaScripts.above(line($0, isScript: true), isWord: $0.isWord, isNested: isScript)
    }
    // A subscript after `_` would include the superscript if that came second.
    if let low, let high, low.hasPrefix("_"), !high.hasPrefix("^") {
      text += high + low
    } else {
      text += (low ?? "") + (high ?? "")
    }
    return Atom(text: text, kind: kind == .opening || kind == .closing ? .ordinary : kind)
  }

  private static func accented(_ nodes: [FormulaNode], _ accent: FormulaAccent) -> Atom {
    let text = line(nodes)
    let mark = Character(accent.mark)
    if text.count == 1 || accent.name == nil {
      let marked = text.map { $0 == " " ? " " : "\($0)\(mark)" }.joined()
      return Atom(text: marked.precomposedStringWithCanonicalMapping, kind: .ordinary)
    }
    return Atom(text: "\(accent.name ?? "")(\(text))", kind: .ordinary)
  }

  // MARK: - Fractions and roots

  private static func numerator(_ nodes: [FormulaNode]) -> String {
    let atoms = atoms(nodes)
    let text = FormulaSpacing.text(of: atoms, isScript: false)
    let isSum = atoms.dropFirst().contains { atom in
      switch atom.kind {
      case .binary: atom.text == "+" || atom.text == "−" || atom.text == "±" || atom.text == "∓"
      case .relation, .punctuation: true
      default: atom.isFraction
      }
    }
    let isBare = !isSum && !text.contains(" ") && atoms.first?.isFraction != true
    return isBare ? text : "(\(text))"
  }

  private static func denominator(_ nodes: [FormulaNode]) -> String {
    let atoms = atoms(nodes)
    // A derivative, such as dx.
    let isDerivative =
      atoms.count == 2 && (atoms[0].text == "d" || atoms[0].text == "∂") && !atoms[1].isFraction
    return isDerivative || isSingle(atoms)
      ? FormulaSpacing.text(of: atoms, isScript: false)
      : "(\(FormulaSpacing.text(of: atoms, isScript: false)))"
  }

  /// The content of a root, in brackets unless it's a letter or a number.
  private static func bracketed(_ nodes: [FormulaNode]) -> String {
    let atoms = atoms(nodes)
    let text = FormulaSpacing.text(of: atoms, isScript: false)
    let isBare = isSingle(atoms) && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
    if case .fenced("(", _, ")")? = nodes.first, nodes.count == 1 { return text }
    return isBare && !text.contains(where: FormulaScripts.isRaised) ? text : "(\(text))"
  }

  private static func isSingle(_ atoms: [Atom]) -> Bool {
    guard atoms.count == 1 else { return false }
    return atoms[0].kind == .ordinary && !atoms[0].isFraction && !atoms[0].isText
  }
}

extension [FormulaNode] {
  /// Whether it's a word, which is hard to read in small letters.
  fileprivate var isWord: Bool {
    contains { node in
      switch node {
      case .word(let text), .text(let text): text.count > 1
      case .group(let nodes): nodes.isWord
      default: false
      }
    }
  }
}
