import Markup
import LinkPreview

/// What of a fragment leads somewhere. Of a page that is a program it may be the page (`#/inbox/7`,
/// `#map=5/1/1`), of any other it is a place on it (`#history`).
enum LinkFragment {
  /// The fragment, without what only names a place on the page; empty for that.
  static func key(of fragment: ArraySlice<UInt8>, path: ArraySlice<UInt8>) -> String {
    let place = withoutDirective(fragment)
    // A program of one page lies at the top of its host, where its views have plain names.
    let isSection = path.count > 1 && isSectionAnchor(place)
    return isSection ? "" : place.normalizedEscapes
  }

  /// Without the words that a browser is to look for (https://wicg.github.io/scroll-to-text-fragment/).
  static func withoutDirective(_ fragment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    fragment.firstRange(of: Array(":~:".utf8)).map { fragment[..<$0.lowerBound] } ?? fragment
  }

  /// Whether the fragment reads like the name of a heading, and not like a key or a state: words and
  /// numbers with `-`, `_` or `.` between, each word in one case or capitalised.
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
    // A letter and a long number is how many programs name what they hold.
    if !letters.isEmpty, letters.count < 3, digits.count > 4 { return false }
    return letters.dropFirst().allSatisfy(isLower) || !letters.contains(where: isLower)
  }
}
