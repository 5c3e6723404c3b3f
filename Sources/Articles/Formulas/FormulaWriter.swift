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

/// Writes superscripts and subscripts in Unicode's characters for them
/// (https://www.unicode.org/charts/PDF/U2070.pdf, U1D00.pdf and U1D80.pdf), or after `^` and `_`.
enum FormulaScripts {
  /// - Parameter isNested: whether the script is inside another one. Then it has a mark, because the
  ///   outer one, which can't be raised a second time, has one too.
  static func above(_ text: String, isWord: Bool, isNested: Bool = false) -> String {
    if let mark = marks[text] ?? (text.allSatisfy { $0 == "′" } ? text : nil) { return mark }
    // Two indices have a comma between them, and an exponent has one in place of a point.
    return (isWord || isNested ? nil : superscript(text))
      ?? "^" + (text.isDecimal(marks: ".,") ? text : onLine(text, isWord))
  }

  static func below(_ text: String, isWord: Bool) -> String {
    (isWord ? nil : mapped(text, subscripts)) ?? "_" + onLine(text, isWord)
  }

  static func superscript(_ text: String) -> String? { mapped(text, superscripts) }
  static func `subscript`(_ text: String) -> String? { mapped(text, subscripts) }

  static func isRaised(_ character: Character) -> Bool { raised.contains(character) }

  /// Characters that are raised already.
  private static let marks = [
    "∗": "*", "†": "†", "‡": "‡", "∘": "°", "°": "°", "": "",
  ]

  private static func onLine(_ text: String, _ isWord: Bool) -> String {
    let isWhole = isWord && text.allSatisfy { $0.isLetter || $0.isNumber }
    return text.count == 1 || isWhole || text.isDecimal(marks: ".") ? text : "(\(text))"
  }

  /// Replaces each character of a short text. Returns nil if one of them has no replacement.
  private static func mapped(_ text: String, _ characters: [Character: Character]) -> String? {
    guard (1...8).contains(text.utf8.count) else { return nil }
    var output = ""
    for character in text {
      guard let mapped = characters[character] else { return nil }
      output.append(mapped)
    }
    return output
  }

  private static let superscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW⊤′βγδθφχ",
      "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀ′ᵝᵞᵟᶿᵠᵡ"))
  private static let subscripts = Dictionary(
    uniqueKeysWithValues: zip(
      "0123456789+−-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"))
  private static let raised = Set(superscripts.values).union(subscripts.values)
}

extension StringProtocol {
  /// Whether it's a number, with or without one of the decimal marks.
  func isDecimal(marks: String) -> Bool {
    let parts = split(omittingEmptySubsequences: false) { marks.contains($0) }
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }
}

/// Joins the parts of a formula with spaces where they help reading: around relations and words,
/// but not around operators between short terms.
enum FormulaSpacing {
  static func text(of atoms: [FormulaWriter.Atom], isScript: Bool) -> String {
    // If terms contain spaces, operators need spaces too.
    let isWide = atoms.contains {
      $0.kind == .operation || $0.kind == .largeOperator || $0.isText && !$0.text.isBlankText
    }
    var output = ""
    var last: TeXSymbol.Kind?
    var isAfterText = false
    for (index, atom) in atoms.enumerated() {
      let next = index + 1 < atoms.count ? atoms[index + 1] : nil
      var text = atom.text
      var kind = atom.kind
      // A sign, because no term is before it.
      let isSign = kind == .binary && last != .ordinary && last != .closing
      if isSign { kind = .ordinary }
      if atom.isFraction, touches(last, isAfterText) || touches(next) { text = "(\(text))" }
      if atom.isBareRoot, touches(next) { text = "√(\(text.dropFirst()))" }
      if !isScript, last != .operation || atom.isFraction || atom.text.first != "(" {
        addSpace(before: kind, last, isWide: isWide, to: &output)
      }
      if atom.isText, text.isBlankText, output.last == " " {
        text.removeFirst(min(text.count, output.reversed().prefix { $0 == " " }.count))
      }
      output += text
      isAfterText = atom.isText
      last = atom.isText || isSign ? .opening : kind
      if atom.isText, !text.isBlankText, text.last?.isLetter == true { last = .ordinary }
    }
    return output.trimmedSpaces
  }

  /// Whether the preceding part would seem to belong to a fraction.
  private static func touches(_ last: TeXSymbol.Kind?, _ isText: Bool) -> Bool {
    !isText && (last == .ordinary || last == .closing)
  }

  private static func touches(_ next: FormulaWriter.Atom?) -> Bool {
    guard let next, !next.isText else { return false }
    return next.kind == .ordinary || next.kind == .opening || next.kind == .operation
  }

  private static func addSpace(
    before kind: TeXSymbol.Kind, _ last: TeXSymbol.Kind?, isWide: Bool, to output: inout String
  ) {
    guard let last, output.last != " " else { return }
    let isDue =
      switch (last, kind) {
      case (.relation, .relation): false
      case (.relation, _), (_, .relation): true
      case (.punctuation, .closing), (.punctuation, .punctuation): false
      case (.punctuation, _): true
      case (.operation, .opening), (.operation, .closing), (.operation, .punctuation): false
      case (.operation, _), (.largeOperator, .ordinary), (.largeOperator, .operation),
        (.largeOperator, .largeOperator):
        true
      case (.ordinary, .operation), (.closing, .operation), (.ordinary, .largeOperator),
        (.closing, .largeOperator):
        true
      case (.binary, _), (_, .binary): isWide
      default: false
      }
    if isDue { output += " " }
  }
}

extension String {
  fileprivate var isBlankText: Bool { allSatisfy { $0 == " " } }

  fileprivate var trimmedSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }
}
