import Foundation

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
