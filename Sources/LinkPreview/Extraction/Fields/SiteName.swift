import Markup
import Foundation

/// Compares site names.
enum SiteName {
  /// Returns a key that's equal for names that differ only in case, spaces, punctuation or a
  /// leading "the".
  static func key(_ name: String) -> String {
    let letters = letters(of: name)
    let hasArticle = letters.utf8.count > 5 && letters.utf8.starts(with: "the".utf8)
    return hasArticle ? String(Substring(letters.utf8.dropFirst(3))) : letters
  }

  private static func letters(of name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      let isKept = { (byte: UInt8) in ASCII.isLetter(byte) || ASCII.isDigit(byte) }
      return String(decoding: name.utf8.filter(isKept).map(ASCII.lowercased), as: UTF8.self)
    }
    return String(
      name.inLowerCase.unicodeScalars.filter {
        // Unicode's tables take far longer.
        $0.isASCII
          ? ("a"..."z").contains($0) || ("0"..."9").contains($0)
          : $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
  }

  /// The label of a host that names the site: `nytimes` for `nytimes.com` and
  /// `cooking.nytimes.co.uk`. Nil for an IP address.
  static func label(ofHost host: String) -> String? {
    var labels = host.utf8.split(separator: UInt8(ascii: "."))
    let isNamed = labels.last?.contains { ASCII.isLetter($0) || $0 >= 0x80 } == true
    guard isNamed, !host.utf8.contains(UInt8(ascii: ":")) else { return nil }
    guard labels.count > 1 else { return labels.first.flatMap { String($0) } }
    labels.removeLast()
    // Second-level registries: co.uk, com.au, ac.jp.
    if labels.count > 1, let last = labels.last, last.count <= 3,
      registries.contains(where: { last.elementsEqual($0.utf8) })
    {
      labels.removeLast()
    }
    return labels.last.flatMap { String($0) }
  }

  private static let registries = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "gv", "ne", "net", "or", "org",
  ]
}

extension String {
  /// Whether the text is an address. Some pages state one in place of a name.
  var spellsAddress: Bool {
    containsBytes("://") || utf8.first == UInt8(ascii: "/")
      || utf8.prefix(4).map(ASCII.lowercased).elementsEqual("www.".utf8)
  }
}

extension URL {
  /// The host label that names the site. See ``SiteName/label(ofHost:)``.
  var mainHostLabel: String? { SiteName.label(ofHost: displayHost) }
}
