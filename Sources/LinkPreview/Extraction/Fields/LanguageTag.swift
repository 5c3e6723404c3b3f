import Foundation

/// Converts the languages that pages and feeds state, in any spelling, to BCP 47 tags.
enum LanguageTag {
  /// Returns `en-US` for both `en_US.UTF-8` and `en-us`, and nil for text that isn't a language
  /// tag.
  static func tag(_ text: String) -> String? {
    let parts =
      text.split { $0 == "," || $0 == "." || $0.isWhitespace }.first?
      .split { $0 == "-" || $0 == "_" } ?? []
    guard let first = parts.first, (2...3).contains(first.count),
      parts.allSatisfy({
        $0.count <= 8 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return nil }
    let rest = parts.dropFirst().map { part in
      part.count == 2 ? part.uppercased() : part.count == 4 ? part.capitalized : part.lowercased()
    }
    return ([first.lowercased()] + rest).joined(separator: "-")
  }
}
