import Foundation
import Markup

/// Which marks the scripts of a page make formulas of.
enum FormulaSettings {
  /// What a script or its address tells. MathJax and KaTeX make formulas of text with marks around.
  static func marks(of attributes: Attributes) -> FormulaMarks {
    let isLoaded =
      attributes.value("src", contains: "mathjax") || attributes.value("src", contains: "katex")
    return isLoaded ? .brackets : []
  }

  /// Whether a script may have settings for them.
  static func mayBe(in attributes: Attributes) -> Bool {
    guard !attributes.has("src") else { return false }
    return attributes.bytes("type").map { $0.isEmpty } ?? true
      || attributes.value("type", contains: "javascript")
      || attributes.value("type", contains: "mathjax")
      || attributes.value("type", contains: "module")
  }

  /// What a piece of such a script tells. A dollar sign is one of the marks only if it's listed
  /// (https://docs.mathjax.org/en/latest/options/input/tex.html and
  /// https://katex.org/docs/autorender).
  static func marks(in script: TextToken) -> FormulaMarks {
    // Capitals are rarer than small letters, so most scripts are ruled out at once.
    guard script.bytes.contains("Math"),
      script.bytes.contains("inlineMath") || script.bytes.contains("renderMathInElement")
    else { return [] }
    let dollars: [StaticString] = ["'$'", "\"$\"", "`$`"]
    return dollars.contains { script.bytes.contains($0) } ? [.brackets, .dollar] : .brackets
  }
}
