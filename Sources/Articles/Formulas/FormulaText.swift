import Markup

/// The delimiters that make formulas of parts of a page's text.
struct FormulaMarks: OptionSet {
  let rawValue: UInt8

  /// `\(…\)`, `\[…\]`, `$$…$$` and `\begin{equation}…\end{equation}`, as MathJax
  /// (https://docs.mathjax.org/en/latest/input/tex/delimiters.html) and KaTeX
  /// (https://katex.org/docs/autorender) read them.
  static let brackets = FormulaMarks(rawValue: 1)
  /// `$…$`, which MathJax and KaTeX read only if the page enables it.
  static let dollar = FormulaMarks(rawValue: 2)
}

/// Finds delimited formulas in a text.
struct FormulaText {
  enum Piece: Equatable {
    case text(ArraySlice<UInt8>)
    case formula(String, isDisplay: Bool)
  }

  private let bytes: ArraySlice<UInt8>
  private let marks: FormulaMarks

  /// - Returns: nil if there's no formula.
  static func pieces(of bytes: ArraySlice<UInt8>, marks: FormulaMarks) -> [Piece]? {
    guard !marks.isEmpty,
      bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "$") })
    else { return nil }
    let pieces = FormulaText(bytes: bytes, marks: marks).pieces()
    return pieces.contains { if case .formula = $0 { true } else { false } } ? pieces : nil
  }

  /// Returns the formula if the whole text is a delimited formula.
  static func formula(of bytes: ArraySlice<UInt8>) -> (tex: String, isDisplay: Bool)? {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.startIndex
    let end = bytes.lastIndex { $0 > 0x20 } ?? start
    guard start < end,
      case .formula(let tex, let isDisplay)? = pieces(
        of: bytes[start...end], marks: [.brackets, .dollar])?.first,
      FormulaText(bytes: bytes[start...end], marks: [.brackets, .dollar]).pieces().count == 1
    else { return nil }
    return (tex, isDisplay)
  }

  private func pieces() -> [Piece] {
    var pieces: [Piece] = []
    var start = bytes.startIndex
    var position = start
    // Delimiters without an end, so that the end of each is searched only once.
    var missing: Set<String> = []
    while position < bytes.endIndex {
      guard let mark = mark(at: position), !missing.contains(mark.end) else {
        // A backslash escapes the next character.
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let inner = position + mark.start
      let end = end(of: mark, from: inner)
      guard let end else {
        if mark.isAnywhere { missing.insert(mark.end) }
        position += mark.start
        continue
      }
      let after = end + mark.end.utf8.count
      let source = mark.isEnvironment ? bytes[position..<after] : bytes[inner..<end]
      let tex = TeXSource.formula(
        String(decoding: source, as: UTF8.self), keepsLines: mark.isDisplay)
      if let tex {
        if start < position { pieces.append(.text(bytes[start..<position])) }
        pieces.append(.formula(tex, isDisplay: mark.isDisplay))
        start = after
      }
      position = after
    }
    if start < bytes.endIndex { pieces.append(.text(bytes[start...])) }
    return pieces
  }

  private struct Mark {
    /// The length of the opening delimiter.
    var start: Int
    var end: String
    var isDisplay: Bool
    var isEnvironment = false
    /// Whether the end may be anywhere after the start.
    var isAnywhere = true
  }

  private func mark(at position: Int) -> Mark? {
    guard position + 1 < bytes.endIndex else { return nil }
    let next = bytes[position + 1]
    switch bytes[position] {
    case UInt8(ascii: "\\") where marks.contains(.brackets):
      if next == UInt8(ascii: "(") { return Mark(start: 2, end: "\\)", isDisplay: false) }
      if next == UInt8(ascii: "[") { return Mark(start: 2, end: "\\]", isDisplay: true) }
      return next == UInt8(ascii: "b") ? environment(at: position) : nil
    case UInt8(ascii: "$"):
      if next == UInt8(ascii: "$") {
        return marks.contains(.brackets) ? Mark(start: 2, end: "$$", isDisplay: true) : nil
      }
      guard marks.contains(.dollar), next > 0x20 else { return nil }
      return Mark(start: 1, end: "$", isDisplay: false, isAnywhere: false)
    default: return nil
    }
  }

  /// The environments that MathJax reads without other delimiters.
  private static let environments = [
    "equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign", "displaymath",
  ]

  private func environment(at position: Int) -> Mark? {
    let start = Array("\\begin{".utf8)
    let rest = bytes[position...]
    guard rest.starts(with: start) else { return nil }
    let name = rest.dropFirst(start.count).prefix(12).prefix { $0 != UInt8(ascii: "}") }
    let text = String(decoding: name, as: UTF8.self)
    guard Self.environments.contains(text.hasSuffix("*") ? String(text.dropLast()) : text) else {
      return nil
    }
    return Mark(start: start.count, end: "\\end{\(text)}", isDisplay: true, isEnvironment: true)
  }

  private func end(of mark: Mark, from start: Int) -> Int? {
    let mark = (end: Array(mark.end.utf8), isDollar: mark.end == "$")
    let last = min(bytes.endIndex, start + TeXSource.lengthLimit)
    var position = start
    while position + mark.end.count <= last {
      let byte = bytes[position]
      if mark.isDollar, byte == 0x0A, position + 1 < last, bytes[position + 1] == 0x0A {
        return nil
      }
      if byte == mark.end[0], bytes[position...].starts(with: mark.end) {
        guard mark.isDollar else { return position }
        // A price isn't a formula: "from $5 to $6".
        let isEnd =
          bytes[position - 1] > 0x20
          && (position + 1 == bytes.endIndex || bytes[position + 1] &- 0x30 >= 10)
        return isEnd ? position : nil
      }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}

/// Letters in styles that Unicode has characters for, such as ℝ
/// (https://www.unicode.org/charts/PDF/U1D400.pdf).
struct FormulaLetters {
  let capitals: Unicode.Scalar
  let smalls: Unicode.Scalar
  let digits: Unicode.Scalar?
  /// Letters whose characters are outside the style's block, because Unicode had them before.
  let exceptions: [Character: Character]

  static let tables: [String: FormulaLetters] = {
    let double = FormulaLetters(
      capitals: "𝔸", smalls: "𝕒", digits: "𝟘",
      exceptions: ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"])
    let script = FormulaLetters(
      capitals: "𝒜", smalls: "𝒶", digits: nil,
      exceptions: [
        "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ",
        "g": "ℊ", "o": "ℴ",
      ])
    let fraktur = FormulaLetters(
      capitals: "𝔄", smalls: "𝔞", digits: nil,
      exceptions: ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"])
    return [
      "mathbb": double, "Bbb": double, "symbb": double, "mathds": double, "mathbbm": double,
      "mathcal": script, "mathscr": script, "symcal": script, "symscr": script,
      "mathfrak": fraktur, "frak": fraktur, "symfrak": fraktur,
    ]
  }()

  static func mapped(_ nodes: [FormulaNode], to table: FormulaLetters) -> FormulaNode {
    .group(
      nodes.map { node in
        guard case .symbol(let text, let kind) = node else { return node }
        return .symbol(String(text.map { table.letter($0) }), kind)
      })
  }

  private func letter(_ character: Character) -> Character {
    if let exception = exceptions[character] { return exception }
    guard let value = character.asciiValue else { return character }
    let first: (letter: Unicode.Scalar?, ascii: UInt8) =
      switch value {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): (capitals, UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): (smalls, UInt8(ascii: "a"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): (digits, UInt8(ascii: "0"))
      default: (nil, 0)
      }
    return first.letter.flatMap { Unicode.Scalar($0.value + UInt32(value - first.ascii)) }
      .map(Character.init) ?? character
  }
}

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
