/// Parses a formula in TeX. Fails on unknown commands, such as commands that draw diagrams or
/// define others.
struct TeXParser {
  struct Unreadable: Error {}

  /// The end of a row.
  enum End { case input, brace, bracket, right, cell, text }

  private let tokens: [TeXToken]
  private(set) var position = 0
  private var depth = 0

  /// The nesting limit. No formula for people is nested as deeply.
  private static let depthLimit = 30

  static func nodes(of tex: String) -> [FormulaNode]? {
    guard tex.utf8.count <= TeXSource.lengthLimit else { return nil }
    var parser = TeXParser(tokens: TeXToken.tokens(of: tex))
    return try? parser.formula()
  }

  private init(tokens: [TeXToken]) { self.tokens = tokens }

  private mutating func formula() throws(Unreadable) -> [FormulaNode] {
    let table = try table(.equations, end: .input)
    guard position == tokens.count else { throw Unreadable() }
    // A single cell isn't a table.
    return table.rows.count == 1 && table.rows[0].count == 1 ? table.rows[0][0] : [.table(table)]
  }

  // MARK: - Tokens

  var next: TeXToken? { position < tokens.count ? tokens[position] : nil }

  mutating func advance() { position += 1 }

  mutating func skipSpaces() { while next == .space { advance() } }

  private func ends(_ token: TeXToken, _ end: End) -> Bool {
    switch end {
    case .input: false
    case .brace: token == .end
    case .bracket: token == .character("]")
    case .right: token == .command("right")
    case .cell:
      token == .command("end")
    case .text: token == .command(")")
    }
  }

  // MARK: - Rows

  /// Parses nodes up to the end of the row, without consuming the end.
  mutating func row(_ end: End, isInTable: Bool = false) throws(Unreadable) -> [FormulaNode] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw Unreadable() }
    var nodes: [FormulaNode] = []
    while let token = next, !ends(token, end) {
      if isInTable, token == .align || token == .command("\\") || token == .command("cr") { break }
      switch token {
      case .command("over"), .command("atop"), .command("choose"):
        advance()
        let below = try row(end, isInTable: isInTable)
        let fraction =
          token == .command("choose")
          ? Self.binomial(nodes, below) : FormulaNode.fraction(nodes, below)
        return [fraction]
      case .superscript, .subscript, .character("'"): try addScript(to: &nodes)
      default:
        if let node = try self.node() { nodes.append(node) }
      }
    }
    return nodes
  }

  static func binomial(_ above: [FormulaNode], _ below: [FormulaNode]) -> FormulaNode {
    .fenced("(", above + [.text(" choose ")] + below, ")")
  }

  private mutating func addScript(to nodes: inout [FormulaNode]) throws(Unreadable) {
    let mark = next
    advance()
    // The base before the script, without an invisible space.
    let base = nodes.popLast().map { [$0] } ?? []
    if mark == .character("'") {
      var primes = "′"
      while next == .character("'") {
        primes += "′"
        advance()
      }
      nodes.append(.scripted(base: base, below: nil, above: [.symbol(primes, .ordinary)]))
      return
    }
    let script = try argument()
    if case .scripted(let inner, let below, let above)? = base.first {
      if mark == .subscript, below == nil {
        nodes.append(.scripted(base: inner, below: script, above: above))
        return
      }
      if mark == .superscript, above == nil {
        nodes.append(.scripted(base: inner, below: below, above: script))
        return
      }
      if mark == .superscript, let above, above.allSatisfy(\.isPrime) {
        nodes.append(.scripted(base: inner, below: below, above: above + script))
        return
      }
    }
    nodes.append(
      mark == .subscript
        ? .scripted(base: base, below: script, above: nil)
        : .scripted(base: base, below: nil, above: script))
  }

  /// Parses the argument of a command: a group, or one token.
  mutating func argument() throws(Unreadable) -> [FormulaNode] {
    skipSpaces()
    guard let token = next else { throw Unreadable() }
    if token == .begin { return try group() }
    // `\frac12` is a half.
    if case .number(let digits) = token, digits.count > 1 { return try splitNumber(digits) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw Unreadable() }
    return try node().map { [$0] } ?? []
  }

  /// The digits of a number that are consumed as separate arguments.
  private var digitsRead = 0

  private mutating func splitNumber(_ digits: String) throws(Unreadable) -> [FormulaNode] {
    let digit = digits.dropFirst(digitsRead).prefix(1)
    digitsRead += 1
    if digitsRead >= digits.count {
      advance()
      digitsRead = 0
    }
    return [.symbol(String(digit), .ordinary)]
  }

  /// Parses a group in braces.
  mutating func group() throws(Unreadable) -> [FormulaNode] {
    advance()
    let nodes = try row(.brace)
    guard next == .end else { throw Unreadable() }
    advance()
    return nodes
  }

  /// Parses an optional argument in square brackets.
  mutating func option() throws(Unreadable) -> [FormulaNode]? {
    skipSpaces()
    guard next == .character("[") else { return nil }
    advance()
    let nodes = try row(.bracket)
    guard next == .character("]") else { throw Unreadable() }
    advance()
    return nodes
  }

  // MARK: - Nodes

  /// Parses one node. Nil for a node without output.
  private mutating func node() throws(Unreadable) -> FormulaNode? {
    guard let token = next else { return nil }
    switch token {
    case .space:
      advance()
      return nil
    case .begin: return .group(try group())
    case .number(let digits):
      advance()
      let rest = String(digits.dropFirst(digitsRead))
      digitsRead = 0
      return .symbol(rest, .ordinary)
    case .character(let character):
      advance()
      return .symbol(Self.written(character), Self.kind(of: character))
    case .command(let name):
      advance()
      return try command(name)
    case .end, .superscript, .subscript, .align: throw Unreadable()
    }
  }

  private static func written(_ character: Character) -> String {
    switch character {
    case "-": "−"
    case "*": "∗"
    default: String(character)
    }
  }

  private static func kind(of character: Character) -> TeXSymbol.Kind {
    switch character {
    case "+", "-", "*", "±", "×", "⋅": .binary
    case "=", "<", ">", ":", "≤", "≥", "≠", "→": .relation
    case "(", "[": .opening
    case ")", "]", "!": .closing
    case ",", ";": .punctuation
    default: TeXSymbol.command(for: character).flatMap { TeXSymbol.named($0)?.kind } ?? .ordinary
    }
  }

  // MARK: - Tables

  /// Parses rows of cells up to the end of the table, without consuming the end.
  mutating func table(
    _ kind: FormulaTable.Kind, end: End
  ) throws(Unreadable) -> FormulaTable {
    var rows: [[[FormulaNode]]] = [[]]
    while true {
      let cell = try row(end, isInTable: true)
      rows[rows.count - 1].append(cell)
      if next == .align {
        advance()
      } else if next == .command("\\") || next == .command("cr") {
        advance()
        // The extra space below the row.
        _ = try option()
        rows.append([])
      } else {
        break
      }
    }
    if rows.count > 1, rows.last?.allSatisfy(\.isEmpty) == true { rows.removeLast() }
    return FormulaTable(kind: kind, rows: rows)
  }
}

extension FormulaNode {
  var isPrime: Bool {
    if case .symbol(let text, _) = self { text.allSatisfy { $0 == "′" } } else { false }
  }
}
