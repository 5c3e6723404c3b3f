import Foundation
import Markup

/// What a page states where its template or script had no value.
package enum Placeholder {
  /// Whether a text is one, or has one in the place of a title or of a site's name.
  ///
  ///     Placeholder.stands(in: "undefined")             // true
  ///     Placeholder.stands(in: "{{ title }} | Site")    // true
  ///     Placeholder.stands(in: "How to write {{ x }}")  // false
  package static func stands(in text: String) -> Bool {
    // Most texts have none of the letters.
    guard text.utf8.count <= lengthLimit, let first = text.utf8.first(where: { $0 > 0x20 }) else {
      return false
    }
    if "uNn[".utf8.contains(first), values.contains(PlainText.folded(text) ?? "") { return true }
    return text.utf8.contains(where: isSigil) && hasUnfilledPart(text)
  }

  /// Whether an address has a part that a template left unfilled, or consists of a placeholder.
  static func stands(inAddress address: String) -> Bool {
    guard address.utf8.count <= lengthLimit else { return false }
    if stands(in: address) { return true }
    guard address.utf8.contains(where: { isSigil($0) || $0 == UInt8(ascii: "{") }) else {
      return false
    }
    // Scripts escape braces in addresses.
    let text = address.removingPercentEncoding ?? address
    return expressions.contains { start, end in
      text.firstRange(of: start).map { text[$0.upperBound...].firstRange(of: end) != nil } ?? false
    }
  }

  /// Whether a part of a path, such as a file's name, is what a script wrote for a missing value.
  static func isValue(_ name: String) -> Bool {
    values.contains(name.removingPercentEncoding ?? name)
  }

  private static let values: Set = ["undefined", "null", "NaN", "[object Object]"]
  /// Placeholders are short.
  private static let lengthLimit = 1_000

  /// The marks around expressions in the languages of templates.
  private static let expressions = [
    ("{{", "}}"), ("${", "}"), ("#{", "}"), ("{%", "%}"), ("<%", "%>"),
  ]

  private static func isSigil(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%")
  }

  /// Whether an expression is all of a text, or all that stands before the first or after the last
  /// separator.
  private static func hasUnfilledPart(_ text: String) -> Bool {
    let text = text.drop(while: \.isWhitespace)
    if let end = endOfExpression(text), endsPart(text[end...].drop(while: \.isWhitespace).first) {
      return true
    }
    return text.indices.contains { index in
      Headline.separators.contains(text[index])
        && {
          let part = text[text.index(after: index)...].drop(while: \.isWhitespace)
          return endOfExpression(part).map { part[$0...].allSatisfy(\.isWhitespace) } ?? false
        }()
    }
  }

  private static func endsPart(_ next: Character?) -> Bool {
    next.map(Headline.separators.contains) ?? true
  }

  /// The end of the expression that a text begins with. It has to name something.
  private static func endOfExpression(_ text: Substring) -> Substring.Index? {
    for (start, end) in expressions where text.hasPrefix(start) {
      guard var found = text.dropFirst(start.count).firstRange(of: end),
        text[..<found.lowerBound].contains(where: \.isLetter)
      else { continue }
      // `{{{title}}}`.
      while end == "}}", text[found.upperBound...].first == "}" {
        found = found.lowerBound..<text.index(after: found.upperBound)
      }
      return found.upperBound
    }
    return nil
  }
}
