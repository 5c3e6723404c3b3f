import Foundation

extension TeXParser {
  /// Parses the arguments of a command. Nil for a command without output.
  mutating func command(_ name: String) throws(Unreadable) -> FormulaNode? {
    if let symbol = TeXSymbol.named(name) { return .symbol(symbol.character, symbol.kind) }
    if TeXSymbol.functions.contains(name) {
      return .symbol(Self.functions[name] ?? name, .operation)
    }
    if let accent = FormulaAccent.all[name] { return .accent(accent, try argument()) }
    if let columns = Self.spaces[name] { return columns > 0 ? .space(columns: columns) : nil }
    if let table = FormulaLetters.tables[name] {
      return FormulaLetters.mapped(try argument(), to: table)
    }
    if Self.types.contains(name) { return Self.joined(try argument()) }
    if Self.texts.contains(name) { return .group(try text()) }
    if Self.ignored.contains(name) { return nil }
    switch name {
    case "frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac":
      if name == "cfrac" { _ = try option() }
      let above = try argument()
      return .fraction(above, try argument())
    case "binom", "dbinom", "tbinom":
      let above = try argument()
      return Self.binomial(above, try argument())
    case "sqrt":
      let index = try option()
      return .root(try argument(), index: index)
    case "operatorname", "operatornamewithlimits":
      return .symbol(Self.letters(of: try argument()), .operation)
    case "left": return try fenced()
    case "begin": return try environment()
    case "not": return negated(try argument())
    case "pmod", "pod":
      let modulus = try argument()
      return .group([.text(" (mod "), .group(modulus), .text(")")])
    case "mod", "bmod": return .text(" mod ")
    case "tag": return .group([.text("  (")] + (try text()) + [.text(")")])
    case "overset", "stackrel", "underset":
      let script = try argument()
      let base = try argument()
      return name == "underset"
        ? .scripted(base: base, below: script, above: nil)
        : .scripted(base: base, below: nil, above: script)
    case "overbrace", "underbrace", "boxed", "fbox", "mathop", "mathrel", "mathbin", "mathord",
      "mathopen", "mathclose", "mathpunct", "mathinner", "smash", "cancel", "bcancel", "xcancel",
      "vcenter", "substack", "ensuremath":
      return .group(try argument())
    case "xrightarrow", "xleftarrow", "xRightarrow", "xmapsto", "xleftrightarrow":
      let below = try option()
      let above = try argument()
      let arrow = TeXSymbol.named(String(name.dropFirst()))?.character ?? "→"
      return .scripted(
        base: [.symbol(arrow, .relation)], below: below, above: above.isEmpty ? nil : above)
    case "color", "label", "hspace", "vspace", "phantom", "hphantom", "vphantom", "mspace",
      "kern", "mathchoice", "class", "cssId":
      if name == "kern" || name == "mathchoice" { throw Unreadable() }
      _ = try text()
      return name == "hspace" || name == "mspace" ? .space(columns: 1) : nil
    case "textcolor", "colorbox", "href":
      _ = try text()
      return .group(try argument())
    case "rule":
      _ = try option()
      _ = try text()
      _ = try text()
      return nil
    case "(", ")", "[", "]": return nil
    default: throw Unreadable()
    }
  }

  // MARK: - Names

  private static let functions = [
    "argmax": "arg max", "argmin": "arg min", "liminf": "lim inf", "limsup": "lim sup",
    "injlim": "inj lim", "projlim": "proj lim",
  ]

  private static let spaces = [
    ",": 1, ":": 1, ";": 1, " ": 1, ">": 1, "!": 0, "quad": 2, "qquad": 4, "enspace": 1,
    "thinspace": 1, "medspace": 1, "thickspace": 1, "nobreakspace": 1, "space": 1,
    "negthinspace": 0, "negmedspace": 0, "negthickspace": 0,
  ]

  /// Commands for styles that plain text has no characters for.
  private static let types: Set<String> = [
    "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathnormal", "boldsymbol", "bm", "pmb",
    "bold", "symbf", "symbfit", "symrm", "symit",
  ]

  private static let texts: Set<String> = [
    "text", "textrm", "textbf", "textit", "textsf", "texttt", "textnormal", "textup", "textsl",
    "textsc", "emph", "mbox", "hbox",
  ]

  /// Commands that only change the style, the size or the position.
  private static let ignored: Set<String> = [
    "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "limits", "nolimits",
    "nonumber", "notag", "hline", "rm", "bf", "it", "sf", "tt", "cal", "mit", "big", "Big", "bigg",
    "Bigg", "bigl", "bigr", "bigm", "Bigl", "Bigr", "Bigm", "biggl", "biggr", "biggm", "Biggl",
    "Biggr", "Biggm", "middle", "strut", "mathstrut", "allowbreak", "nobreak", "relax", "null",
    "displaylimits", "small", "large", "Large", "normalsize", "tiny", "/", "-", "par",
    "centering", "noindent", "protect",
  ]

  /// Joins letters in a row to a word.
  private static func joined(_ nodes: [FormulaNode]) -> FormulaNode {
    nodes.count > 1 && nodes.allSatisfy(\.isLetter) ? .word(letters(of: nodes)) : .group(nodes)
  }

  private static func letters(of nodes: [FormulaNode]) -> String {
    nodes.reduce(into: "") { output, node in
      switch node {
      case .symbol("−", _): output += "-"
      case .symbol("∗", _): output += "*"
      case .symbol(let text, _), .word(let text), .text(let text): output += text
      case .space: output += " "
      case .group(let inner): output += FormulaWriter.line(inner)
      default: output += FormulaWriter.line([node])
      }
    }
  }

  // MARK: - Text

  /// Parses words between braces, which may contain formulas.
  private mutating func text() throws(Unreadable) -> [FormulaNode] {
    skipSpaces()
    guard next == .begin else { return try argument() }
    advance()
    var nodes: [FormulaNode] = []
    var words = ""
    var depth = 1
    while let token = next {
      advance()
      switch token {
      case .begin: depth += 1
      case .end: depth -= 1
      case .space, .command(" "), .command(","): words += " "
      case .character(let character): words.append(character)
      case .number(let digits): words += digits
      case .superscript: words += "^"
      case .subscript: words += "_"
      case .align: words += "&"
      case .command("("):
        nodes.append(.text(words))
        words = ""
        nodes.append(.group(try row(.text)))
        guard next == .command(")") else { throw Unreadable() }
        advance()
      case .command(let name):
        guard let symbol = TeXSymbol.named(name) else {
          // Style commands don't matter, only the words do.
          if Self.ignored.contains(name) || Self.texts.contains(name) { continue }
          throw Unreadable()
        }
        words += symbol.character
      }
      if depth == 0 {
        if !words.isEmpty { nodes.append(.text(words)) }
        return nodes
      }
    }
    throw Unreadable()
  }

  // MARK: - Brackets and environments

  private mutating func fenced() throws(Unreadable) -> FormulaNode {
    let opening = try delimiter()
    let nodes = try row(.right)
    guard next == .command("right") else { throw Unreadable() }
    advance()
    let closing = try delimiter()
    if nodes.count == 1, case .table(var table) = nodes[0], table.opening.isEmpty,
      table.closing.isEmpty
    {
      (table.opening, table.closing) = (opening, closing)
      if opening == "{", closing.isEmpty { table.kind = .cases }
      return .table(table)
    }
    return .fenced(opening, nodes, closing)
  }

  private mutating func delimiter() throws(Unreadable) -> String {
    skipSpaces()
    guard let token = next else { throw Unreadable() }
    advance()
    switch token {
    case .character("."): return ""
    case .character("<"): return "⟨"
    case .character(">"): return "⟩"
    case .character(let character): return String(character)
    case .command(let name):
      guard let symbol = TeXSymbol.named(name) else { throw Unreadable() }
      return symbol.character
    default: throw Unreadable()
    }
  }

  private mutating func environment() throws(Unreadable) -> FormulaNode {
    let name = try environmentName()
    let base = name.last == "*" ? String(name.dropLast()) : name
    guard let kind = FormulaTable.Kind.named(base) else { throw Unreadable() }
    _ = try option()
    // The number and alignment of columns.
    if ["array", "alignat", "alignedat", "subarray"].contains(base) { _ = try text() }
    var table = try table(kind, end: .cell)
    guard next == .command("end") else { throw Unreadable() }
    advance()
    guard try environmentName() == name else { throw Unreadable() }
    (table.opening, table.closing) = FormulaTable.brackets[base] ?? ("", "")
    if kind == .equations, table.rows.count == 1 { return .group(Array(table.rows[0].joined())) }
    return .table(table)
  }

  private mutating func environmentName() throws(Unreadable) -> String {
    skipSpaces()
    guard next == .begin else { throw Unreadable() }
    advance()
    var name = ""
    while case .character(let character)? = next {
      name.append(character)
      advance()
    }
    guard next == .end else { throw Unreadable() }
    advance()
    return name
  }

  private func negated(_ nodes: [FormulaNode]) -> FormulaNode {
    guard case .symbol(let text, let kind)? = nodes.first, nodes.count == 1, text.count == 1 else {
      return .group([.text("not "), .group(nodes)])
    }
    return .symbol((text + "\u{338}").precomposedStringWithCanonicalMapping, kind)
  }
}

extension FormulaTable.Kind {
  /// The kind of table for an environment of LaTeX or the AMS.
  fileprivate static func named(_ name: String) -> FormulaTable.Kind? {
    switch name {
    case "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array",
      "subarray":
      .matrix
    case "cases", "dcases", "rcases": .cases
    case "aligned", "align", "alignat", "alignedat", "split", "gather", "gathered", "equation",
      "eqnarray", "multline", "multlined", "flalign", "displaymath", "math":
      .equations
    default: nil
    }
  }
}

extension FormulaTable {
  fileprivate static let brackets: [String: (String, String)] = [
    "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "Bmatrix": ("{", "}"), "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"), "cases": ("{", ""), "dcases": ("{", ""), "rcases": ("", "}"),
  ]
}

extension FormulaNode {
  fileprivate var isLetter: Bool {
    if case .symbol(let text, .ordinary) = self {
      text.allSatisfy { $0.isLetter || $0.isNumber }
    } else {
      false
    }
  }
}
