import Markup
import Foundation

/// Compares site names.
enum SiteName {
  /// Returns a key that's equal for names that differ only in case, spaces, punctuation or a
  /// leading "the".
  static func key(_ name: String) -> String {
    let letters = String(
      name.lowercased().unicodeScalars.filter {
        // Unicode's tables take far longer.
        $0.isASCII
          ? ("a"..."z").contains($0) || ("0"..."9").contains($0)
          : $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
    return letters.hasPrefix("the") && letters.count > 5 ? String(letters.dropFirst(3)) : letters
  }
}

extension String {
  /// Whether the text is an address. Some pages state one in place of a name.
  var spellsAddress: Bool {
    contains("://") || lowercased().hasPrefix("www.") || hasPrefix("/")
  }
}

extension URL {
  /// The host label that names the site: `nytimes` for `www.nytimes.com` and
  /// `cooking.nytimes.co.uk`. Nil for an IP address.
  var mainHostLabel: String? {
    var labels = displayHost.split(separator: ".").map(String.init)
    guard labels.last?.contains(where: \.isLetter) == true, !displayHost.contains(":") else {
      return nil
    }
    guard labels.count > 1 else { return labels.first }
    labels.removeLast()
    // Second-level registries: co.uk, com.au, ac.jp.
    if labels.count > 1, let last = labels.last, last.count <= 3,
      ["ac", "co", "com", "edu", "go", "gob", "gov", "gv", "ne", "net", "or", "org"].contains(last)
    {
      labels.removeLast()
    }
    return labels.last
  }
}
