import Foundation
import Markup

/// Writes the elements of a formula in MathML as TeX.
enum MathMLWriter {
  typealias Part = MathMLReader.Part

  /// - Returns: nil for an element without output.
  static func part(of frame: MathMLReader.Frame) -> Part? {
    let parts = frame.parts
    if frame.element.isToken { return token(frame) }
    switch frame.element {
    case .mspace: return space(frame.attributes.width)
    case .mfrac:
      guard parts.count == 2 else { return group(parts) }
      let (above, below) = (parts[0].tex, parts[1].tex)
      return frame.attributes.hasNoLine
        ? Part(tex: "{\(above) \\atop \(below)}", isAtom: true, element: .mfrac, isStack: true)
        : Part(tex: "\\frac{\(above)}{\(below)}")
    case .msqrt: return Part(tex: "\\sqrt{\(row(parts))}", isAtom: true)
    case .mroot:
      guard parts.count == 2 else { return group(parts) }
      return Part(tex: "\\sqrt[\(parts[1].tex)]{\(parts[0].tex)}", isAtom: true)
    case .msub, .msup, .msubsup, .mmultiscripts: return MathMLScripts.part(frame)
    case .munder, .mover, .munderover: return MathMLScripts.limits(frame)
    case .mfenced: return fenced(frame)
    case .mtd: return Part(tex: row(parts), element: .mtd)
    case .mtr, .mlabeledtr: return tableRow(frame)
    case .mtable: return table(frame)
    case .mprescripts, .none: return Part(tex: "", element: frame.element)
    // The first child is the formula, and the others describe it.
    case .semantics, .maction: return parts.first
    default: return group(parts)
    }
  }

  /// Groups the children of a row. Even an empty row can be a numerator or a base.
  private static func group(_ parts: [Part]) -> Part {
    parts.count == 1 ? parts[0] : Part(tex: row(parts), element: .mrow)
  }

  // MARK: - Rows

  /// Joins the parts. Pairs of brackets grow with their content.
  static func row(_ parts: [Part]) -> String {
    var parts = parts
    var open: [Int] = []
    for index in parts.indices where parts[index].element == .mo {
      guard let symbol = parts[index].symbol else { continue }
      if MathMLFences.closing[symbol] != nil {
        open.append(index)
      } else if let last = open.last, let opening = parts[last].symbol,
        MathMLFences.closing[opening] == symbol
      {
        open.removeLast()
        MathMLFences.join(last, index, in: &parts)
      }
    }
    if let last = open.last, parts[last].symbol == "{", last == parts.count - 2,
      parts[last + 1].isStack
    {
      MathMLFences.makeCases(last, in: &parts)
    }
    return parts.reduce(into: "") { append($1.tex, to: &$0) }
  }

  /// Appends TeX, after a space if a command would otherwise continue into it.
  static func append(_ tex: String, to output: inout String) {
    guard let next = tex.utf8.first else { return }
    if (next | 0x20) &- 0x61 < 26, endsInCommand(output) { output += " " }
    output += tex
  }

  static func endsInCommand(_ tex: String) -> Bool {
    // No command is longer than this.
    let end = tex.utf8.suffix(40)
    let letters = end.reversed().prefix { ($0 | 0x20) &- 0x61 < 26 }
    return !letters.isEmpty && end.dropLast(letters.count).last == UInt8(ascii: "\\")
  }

  private static func space(_ width: Double) -> Part? {
    switch width {
    case 1.5...: Part(tex: "\\qquad ")
    case 0.9...: Part(tex: "\\quad ")
    case 0.05...: Part(tex: "\\,")
    default: nil
    }
  }

  // MARK: - Tokens

  private static func token(_ frame: MathMLReader.Frame) -> Part {
    let text = String(decoding: frame.text, as: UTF8.self)
    if frame.element == .mtext || frame.element == .ms {
      let content = escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      guard !content.isEmpty else { return Part(tex: text.isEmpty ? "" : "\\ ") }
      let before = text.first?.isWhitespace == true ? " " : ""
      let after = text.last?.isWhitespace == true ? " " : ""
      return Part(tex: "\\text{\(before)\(content)\(after)}", isAtom: true)
    }
    guard let symbol = PlainText.folded(text, limit: TeXSource.lengthLimit) else {
      return Part(tex: "")
    }
    if frame.element == .mn { return Part(tex: letters(symbol, frame.attributes), isAtom: true) }
    if symbol.count > 1, !symbol.contains(where: { $0.isNumber || $0 == " " }),
      symbol.allSatisfy(\.isLetter)
    {
      return word(symbol, frame)
    }
    let tex = letters(symbol, frame.attributes)
    return Part(
      tex: tex, symbol: symbol, isAtom: symbol.count == 1 || tex.hasPrefix("\\math"),
      element: frame.element)
  }

  private static func word(_ word: String, _ frame: MathMLReader.Frame) -> Part {
    if TeXSymbol.functions.contains(word) {
      return Part(tex: "\\\(word)", symbol: word, isAtom: true, element: .mo)
    }
    let command =
      MathMLVariant.command(frame.attributes.variant)
      ?? (frame.element == .mo ? "operatorname" : "mathrm")
    return Part(tex: "\\\(command){\(characters(word))}", isAtom: true)
  }

  /// Writes text outside of tokens.
  static func part(ofText text: String) -> Part {
    Part(tex: "\\text{\(escaped(PlainText.folded(text) ?? ""))}", isAtom: true)
  }

  private static func letters(_ symbol: String, _ attributes: MathMLAttributes) -> String {
    let tex = characters(symbol)
    guard symbol.allSatisfy({ $0.isLetter || $0.isNumber }) else { return tex }
    // A single letter in upright style.
    let isUpright =
      attributes.variant == "normal" && symbol.allSatisfy { $0.isASCII && $0.isLetter }
    let command = isUpright ? "mathrm" : MathMLVariant.command(attributes.variant)
    return command.map { "\\\($0){\(tex)}" } ?? tex
  }

  /// The characters as TeX in math mode.
  private static func characters(_ text: String) -> String {
    text.reduce(into: "") { output, character in
      append(MathMLVariant.tex(of: character), to: &output)
    }
  }

  /// The characters as TeX in text.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { output, character in
      switch character {
      case "\\": output += "\\textbackslash "
      case "{", "}", "$", "%", "#", "&", "_": output += "\\\(character)"
      case "^", "~": output += "\\\(character){}"
      default: output.append(character)
      }
    }
  }

  // MARK: - Brackets and tables

  private static func fenced(_ frame: MathMLReader.Frame) -> Part {
    let separators = Array(frame.attributes.separator.filter { !$0.isWhitespace })
    var row: [Part] = []
    for (position, part) in frame.parts.enumerated() {
      if position > 0,
        let separator = separators.isEmpty ? nil : separators[min(position, separators.count) - 1]
      {
        row.append(Part(tex: MathMLVariant.tex(of: separator), element: .mo))
      }
      row.append(part)
    }
    let (opening, closing) = (frame.attributes.opening, frame.attributes.closing)
    if row.count == 1, row[0].isStack, MathMLFences.closing[opening] == closing {
      var parts = [
        Part(tex: "", symbol: opening, element: .mo), row[0],
        Part(tex: "", symbol: closing, element: .mo),
      ]
      MathMLFences.join(0, 2, in: &parts)
      return Part(tex: self.row(parts))
    }
    return Part(
      tex: "\\left" + MathMLFences.delimiter(opening) + self.row(row) + "\\right"
        + MathMLFences.delimiter(closing), isAtom: true)
  }

  private static func tableRow(_ frame: MathMLReader.Frame) -> Part {
    var cells = frame.parts
    var label = ""
    // The first cell is the equation's number.
    if frame.element == .mlabeledtr, cells.count > 1 {
      label = "\\tag{\(cells.removeFirst().tex.filter { $0 != "(" && $0 != ")" })}"
    }
    return Part(tex: cells.map(\.tex).joined(separator: " & ") + label, element: .mtr)
  }

  private static func table(_ frame: MathMLReader.Frame) -> Part {
    let rows = frame.parts.map(\.tex).joined(separator: " \\\\ ")
    if frame.attributes.isAligned {
      return Part(tex: "\\begin{aligned}\(rows)\\end{aligned}", isAtom: true, element: .mtable)
    }
    return Part(
      tex: "\\begin{matrix}\(rows)\\end{matrix}", isAtom: true, element: .mtable, isStack: true)
  }
}

/// Handles brackets in MathML, including those around matrices and stacks.
enum MathMLFences {
  /// The closing bracket for each opening one.
  static let closing: [String: String] = [
    "(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "〈": "〉", "⟦": "⟧",
  ]

  private static let matrices = ["(": "pmatrix", "[": "bmatrix", "{": "Bmatrix"]

  /// Returns the bracket in the form for `\left` and `\right`.
  static func delimiter(_ symbol: String) -> String {
    guard let character = symbol.first else { return "." }
    switch character {
    case "〈": return "\\langle "
    case "〉": return "\\rangle "
    case "{", "}": return "\\\(character)"
    default:
      guard let command = TeXSymbol.command(for: character) else {
        return character.isASCII && character != "\\" ? String(character) : "."
      }
      return "\\\(command) "
    }
  }

  /// Joins two brackets in a row, and the parts between them, to a pair.
  static func join(_ opening: Int, _ closing: Int, in row: inout [MathMLReader.Part]) {
    guard let start = row[opening].symbol, let end = row[closing].symbol else { return }
    let inner = opening + 1
    if closing == opening + 2, row[inner].isStack {
      let tex = row[inner].tex
      if row[inner].element == .mtable, let matrix = matrices[start] {
        row[inner].tex = tex.renaming("matrix", to: matrix)
        row[opening].tex = ""
        row[closing].tex = ""
        return
      }
      if row[inner].element == .mfrac, start == "(" {
        row[inner].tex = tex.asBinomial
        row[opening].tex = ""
        row[closing].tex = ""
        return
      }
    }
    row[opening].tex = "\\left" + delimiter(start)
    row[closing].tex = "\\right" + delimiter(end)
  }

  /// Turns a brace and the table after it into cases.
  static func makeCases(_ brace: Int, in row: inout [MathMLReader.Part]) {
    row[brace].tex = ""
    row[brace + 1].tex = row[brace + 1].tex.renaming("matrix", to: "cases")
  }
}

extension String {
  /// Returns the environment under another name.
  fileprivate func renaming(_ name: String, to other: String) -> String {
    let (start, end) = ("\\begin{\(name)}", "\\end{\(name)}")
    guard hasPrefix(start), hasSuffix(end) else { return self }
    return "\\begin{\(other)}" + dropFirst(start.count).dropLast(end.count) + "\\end{\(other)}"
  }

  /// `{n \atop k}` as `{n \choose k}`, which has brackets.
  fileprivate var asBinomial: String {
    guard let found = range(of: " \\atop ") else { return self }
    return replacingCharacters(in: found, with: " \\choose ")
  }
}
