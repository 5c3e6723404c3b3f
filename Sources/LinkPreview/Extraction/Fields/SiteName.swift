import Foundation
import Markup

/// Compares site names.
enum SiteName {
  /// Returns a key that's equal for names that differ only in case, spaces, punctuation or a
  /// leading "the".
  static func key(_ name: String) -> String {
    let letters = letters(of: name)
    let hasArticle = letters.utf8.count > 5 && letters.utf8.starts(with: "the".utf8)
    return hasArticle ? String(Substring(letters.utf8.dropFirst(3))) : letters
  }

  static func letters(of name: String) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity(name.utf8.count)
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in name.utf8 where byte.isASCIILetter || byte.isASCIIDigit {
        letters.append(byte.asciiLowercased)
      }
    } else {
      for scalar in name.inLowerCase.unicodeScalars where isKept(scalar) {
        letters.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    // Looking scalars up in Unicode's tables takes far longer.
    scalar.isASCII
      ? ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The label of a host that names the site: `nytimes` for `nytimes.com` and
  /// `cooking.nytimes.co.uk`. Nil for an IP address.
  static func label(ofHost host: String) -> String? {
    var labels = host.utf8.split(separator: UInt8(ascii: "."))
    let isNamed = labels.last?.contains { $0.isASCIILetter || $0 >= 0x80 } == true
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
      || utf8.starts(with: "www.".utf8, by: { $0.asciiLowercased == $1 })
  }
}

extension URL {
  /// The host label that names the site. See ``SiteName/label(ofHost:)``.
  var mainHostLabel: String? { SiteName.label(ofHost: displayHost) }
}

extension SiteName {
  /// The site's name as the site states it.
  static func stated(in facts: PageFacts, _ data: LinkedData, hostLabel: String?) -> String? {
    let described = [data.site?.name, data.main.names("publisher").first]
    return facts.text("og:site_name")
      ?? described.firstResult { name in
        name.flatMap { PlainText.folded($0) }.flatMap { $0.spellsAddress ? nil : $0 }
      }
      ?? facts.text(
        "application-name", "apple-mobile-web-app-title", "al:ios:app_name",
        "citation_journal_title", "dc.publisher")
      ?? hostLabel.flatMap { name(in: facts.title, for: $0) }
  }

  /// Rules out most titles without splitting them: a title that names the site contains the first
  /// letters of the host's label.
  private static func mayName(_ labelKey: String, _ title: String) -> Bool {
    let start = labelKey.utf8.prefix(5)
    guard start.allSatisfy({ $0 < 0x80 }), title.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    let letters = Array(letters(of: title).utf8)
    return letters.indices.contains { letters[$0...].starts(with: start) } || start.isEmpty
  }

  /// The parts of a title between separators.
  private static func parts(of title: String) -> [Substring] {
    // Comparing characters outside ASCII takes far longer.
    guard title.utf8.allSatisfy({ $0 < 0x80 }) else {
      return title.split { Headline.separators.contains($0) }
    }
    return title.utf8.split { Headline.separatorBytes.contains($0) }.map { Substring($0) }
  }

  /// The part of `<title>` that matches the host, such as `TechCrunch` on techcrunch.com.
  private static func name(in title: String?, for hostLabel: String) -> String? {
    guard let title = title.flatMap({ PlainText.folded($0) }) else { return nil }
    let labelKey = key(hostLabel)
    guard mayName(labelKey, title) else { return nil }
    return parts(of: title).lazy.map { $0.trimmingCharacters(in: .whitespaces) }
      .first { part in
        let key = key(part)
        return key == labelKey || (key.count > 4 && labelKey.hasPrefix(key))
      }
  }
}
