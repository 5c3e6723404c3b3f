/// A part of a formula.
indirect enum FormulaNode: Equatable {
  case symbol(String, TeXSymbol.Kind)
  /// A word in upright letters, such as the name of a variable.
  case word(String)
  /// Words of a sentence, with their spaces.
  case text(String)
  /// - Parameter columns: the width of the space.
  case space(columns: Int)
  case group([FormulaNode])
  case scripted(base: [FormulaNode], below: [FormulaNode]?, above: [FormulaNode]?)
  case fraction([FormulaNode], [FormulaNode])
  /// - Parameter index: nil for a square root.
  case root([FormulaNode], index: [FormulaNode]?)
  case accent(FormulaAccent, [FormulaNode])
  /// Nodes between brackets, each of which may be missing.
  case fenced(String, [FormulaNode], String)
  case table(FormulaTable)
}

/// A matrix, cases or equations, in rows.
struct FormulaTable: Equatable {
  enum Kind: Equatable { case matrix, cases, equations }

  var kind: Kind
  var rows: [[[FormulaNode]]]
  /// The brackets around the table, which may be missing.
  var opening = ""
  var closing = ""
}

/// A mark above or below nodes.
struct FormulaAccent: Equatable {
  /// The combining character (https://www.unicode.org/charts/PDF/U0300.pdf).
  var mark: Unicode.Scalar
  /// The name to write before brackets around more than one letter. Nil if each letter gets the
  /// mark.
  var name: String?

  static let all: [String: FormulaAccent] = [
    "hat": .init(mark: "\u{302}", name: "hat"), "widehat": .init(mark: "\u{302}", name: "hat"),
    "bar": .init(mark: "\u{304}"), "overline": .init(mark: "\u{305}"),
    "tilde": .init(mark: "\u{303}", name: "tilde"),
    "widetilde": .init(mark: "\u{303}", name: "tilde"),
    "vec": .init(mark: "\u{20D7}", name: "vec"),
    "overrightarrow": .init(mark: "\u{20D7}", name: "vec"),
    "overleftarrow": .init(mark: "\u{20D6}", name: "vec"),
    "overleftrightarrow": .init(mark: "\u{20E1}", name: "vec"),
    "dot": .init(mark: "\u{307}", name: "dot"), "ddot": .init(mark: "\u{308}", name: "ddot"),
    "dddot": .init(mark: "\u{20DB}", name: "dddot"), "check": .init(mark: "\u{30C}", name: "check"),
    "widecheck": .init(mark: "\u{30C}", name: "check"),
    "breve": .init(mark: "\u{306}", name: "breve"), "acute": .init(mark: "\u{301}", name: "acute"),
    "grave": .init(mark: "\u{300}", name: "grave"),
    "mathring": .init(mark: "\u{30A}", name: "ring"), "underline": .init(mark: "\u{332}"),
    "underbar": .init(mark: "\u{332}"),
  ]
}
