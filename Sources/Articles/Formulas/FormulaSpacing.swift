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
