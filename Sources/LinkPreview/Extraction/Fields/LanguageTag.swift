import Markup
import Foundation

/// Converts the languages that pages and feeds state, in any spelling, to BCP 47 tags.
package enum LanguageTag {
  /// Returns `en-US` for both `en_US.UTF-8` and `en-us`, and nil for text that isn't a language
  /// tag.
  package static func tag(_ text: String) -> String? {
    // Most pages state a language alone.
    if text.utf8.count == 2, text.utf8.allSatisfy(ASCII.isLetter) { return text.lowercased() }
    let isEnd = { (byte: UInt8) in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte <= 0x20
    }
    let parts =
      text.utf8.split(whereSeparator: isEnd).first?
      .split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      .compactMap { String($0) } ?? []
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      parts.allSatisfy({ part in
        part.utf8.count <= 8 && part.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
      })
    else { return nil }
    let subtags = parts.dropFirst().map { part in
      part.count == 2 ? part.uppercased() : part.count == 4 ? part.capitalized : part.lowercased()
    }
    return ([first.lowercased()] + subtags).joined(separator: "-")
  }
}
