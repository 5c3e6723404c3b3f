extension ArticleFormula {
  /// The formula in one line of plain characters, such as `a ≠ 0`, or between dollar signs in TeX if
  /// it has parts that plain characters can't show.
  public var plainText: String { line ?? "$\(oneLineTeX)$" }

  /// Like ``plainText``, for lines of its own, with the rows of matrices and equations on separate
  /// lines.
  public var displayText: String { displayLines?.joined(separator: "\n") ?? "$\(oneLineTeX)$" }

  /// The formula in one line of plain characters. Nil if plain characters can't show it.
  public var line: String? {
    TeXParser.nodes(of: tex).map { FormulaWriter.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The formula in plain characters on lines of its own. Nil if plain characters can't show it.
  public var displayLines: [String]? {
    TeXParser.nodes(of: tex).map { FormulaBox.of($0).lines }.flatMap { $0 == [""] ? nil : $0 }
  }

  /// The TeX without line breaks.
  package var oneLineTeX: String { String(tex.map { $0.isNewline ? " " : $0 }) }
}
