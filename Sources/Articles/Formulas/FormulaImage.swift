import Foundation
import Markup

/// Images of formulas with their TeX in the alternative text or the address.
enum FormulaImage {
  static func tex(_ attributes: Attributes, _ hints: ElementHints) -> String? {
    let hasBackslash = attributes.bytes("alt")?.contains(UInt8(ascii: "\\")) == true
    if hasBackslash, let alternative = attributes["alt"], TeXSource.isFormula(alternative) {
      return alternative
    }
    // Programs that draw formulas have the TeX in the address, or name themselves in the class.
    let isDrawn = attributes.value("src", contains: programs)
    guard isDrawn || hints.contains(.math) else { return nil }
    if let alternative = attributes["alt"], !PlainText.isBlank(alternative),
      isDrawn || TeXSource.mayBeFormula(alternative)
    {
      return alternative
    }
    return isDrawn ? query(of: attributes["src"] ?? "") : nil
  }

  /// The addresses of WordPress, CodeCogs, QuickLaTeX, mathTeX, mimeTeX, MediaWiki, GitHub, Zhihu
  /// and Google Charts.
  private static let programs = TextFinder(
    "latex.php?", "latex.codecogs.com/", "quicklatex.com-", "mathtex.cgi?", "mimetex.cgi?",
    "/math/render/", "/render/math?", "/equation?tex=", "cht=tx&")

  /// The TeX in an address like `latex.php?latex=x%5E2&bg=fff` or `gif.latex?x^2`.
  private static func query(of address: String) -> String? {
    guard let start = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let query = address[address.utf8.index(after: start)...]
    for part in query.split(separator: "&") {
      for name in ["latex=", "tex=", "chl=", "math=", "formdata="] where part.hasPrefix(name) {
        return decoded(part.dropFirst(name.count).replacingOccurrences(of: "+", with: " "))
      }
    }
    // Without a parameter's name, the whole query is the formula. It has a notation of its own for
    // spaces.
    return query.contains("cht=")
      ? nil : decoded(query.replacingOccurrences(of: "&space;", with: " "))
  }

  private static func decoded(_ text: String) -> String? {
    text.removingPercentEncoding.flatMap { PlainText.isBlank($0) ? nil : $0 }
  }
}
