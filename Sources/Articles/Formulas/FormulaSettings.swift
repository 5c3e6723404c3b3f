import Foundation
import Markup

/// Finds out which delimiters the scripts of a page make formulas of.
enum FormulaSettings {
  /// The delimiters that a script's address or other attributes imply. MathJax and KaTeX turn
  /// delimited text into formulas.
  static func marks(of attributes: Attributes) -> FormulaMarks {
    let isLoaded =
      attributes.value("src", contains: "mathjax") || attributes.value("src", contains: "katex")
    return isLoaded ? .brackets : []
  }

  /// Whether a script may configure delimiters.
  static func mayBe(in attributes: Attributes) -> Bool {
    guard !attributes.has("src") else { return false }
    return attributes.bytes("type").map { $0.isEmpty } ?? true
      || attributes.value("type", contains: "javascript")
      || attributes.value("type", contains: "mathjax")
      || attributes.value("type", contains: "module")
  }

  /// The delimiters that a piece of such a script configures. A dollar sign counts only if it's
  /// listed (https://docs.mathjax.org/en/latest/options/input/tex.html and
  /// https://katex.org/docs/autorender).
  static func marks(in script: TextToken) -> FormulaMarks {
    // Searches for capitalised words first, because capitals are rarer and rule out most scripts at
    // once.
    guard script.bytes.contains("Math"),
      script.bytes.contains("inlineMath") || script.bytes.contains("renderMathInElement")
    else { return [] }
    let dollars: [StaticString] = ["'$'", "\"$\"", "`$`"]
    return dollars.contains { script.bytes.contains($0) } ? [.brackets, .dollar] : .brackets
  }
}
