import Markup
import Foundation

/// Compares names of sites.
enum SiteName {
  /// Equal for names that differ in case, spaces, marks or a leading article only.
  static func key(_ name: String) -> String {
    let letters = String(
      name.lowercased().unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
    return letters.hasPrefix("the") && letters.count > 5 ? String(letters.dropFirst(3)) : letters
  }
}

extension String {
  /// Whether a page wrote an address where a name is due.
  var spellsAddress: Bool {
    contains("://") || lowercased().hasPrefix("www.") || hasPrefix("/")
  }
}

extension URL {
  /// The label of the host that names the site: `nytimes` of `www.nytimes.com` and of
  /// `cooking.nytimes.co.uk`; nil for an IP address.
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
