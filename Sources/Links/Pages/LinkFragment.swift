import Markup

/// Reduces a fragment to the part that identifies the page. In a web app, that can be the whole
/// fragment (`#/inbox/7`, `#map=5/1/1`). Elsewhere, a fragment is a position on the page
/// (`#history`).
enum LinkFragment {
  /// Returns the fragment, or an empty string if it only names a position on the page.
  static func key(of fragment: ArraySlice<UInt8>, path: ArraySlice<UInt8>) -> String {
    let anchor = withoutDirective(fragment)
    // At the root of a host, a plain name may be a view of a single-page app.
    let isSection = path.count > 1 && isSectionAnchor(anchor)
    return isSection ? "" : anchor.normalizedEscapes
  }

  /// Removes a text directive, the words that a browser should look for
  /// (https://wicg.github.io/scroll-to-text-fragment/).
  static func withoutDirective(_ fragment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard fragment.contains(UInt8(ascii: "~")) else { return fragment }
    return fragment.firstRange(of: Array(":~:".utf8)).map { fragment[..<$0.lowerBound] } ?? fragment
  }

  /// Whether the fragment looks like the name of a heading rather than a key or a state: words and
  /// numbers separated by `-`, `_` or `.`, each word in one case or capitalised.
  private static func isSectionAnchor(_ fragment: ArraySlice<UInt8>) -> Bool {
    guard fragment.count <= 100, fragment.contains(where: ASCII.isLetter) else { return false }
    return fragment.split { "-_.".utf8.contains($0) }.allSatisfy(isWord)
  }

  private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
    let letters = word.prefix(while: ASCII.isLetter)
    let digits = word[letters.endIndex...]
    guard letters.count <= 30, digits.count <= 12, digits.allSatisfy(ASCII.isDigit) else {
      return false
    }
    let isLower = { (byte: UInt8) in ASCII.lowercased(byte) == byte }
    // Many programs use one or two letters and a long number as an identifier.
    if !letters.isEmpty, letters.count < 3, digits.count > 4 { return false }
    return letters.dropFirst().allSatisfy(isLower) || !letters.contains(where: isLower)
  }
}
