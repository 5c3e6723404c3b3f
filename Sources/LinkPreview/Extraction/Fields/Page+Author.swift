import Markup
import Foundation

extension Page {
  /// The names of the page's authors, separated by commas.
  package var author: String? {
    let people = Self.names(facts.allMetas("article:author") + facts.allMetas("author"))
    if let names = people { return names }
    for entity in [data.main] + data.others {
      if let names = Self.names(entity.names("author", "creator")) { return names }
    }
    for key in Self.authorKeys {
      if let names = Self.names(facts.allMetas(key)) { return names }
    }
    return Self.names(facts.linkedAuthors) ?? Self.names(facts.allMetas("twitter:creator"))
  }

  /// Non-standard names that publishers use.
  private static let authorKeys: [StaticString] = [
    "byl", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author",
    "citation_author",
  ]

  /// Cleans and joins names, without duplicates. Returns nil if none is left.
  private static func names(_ texts: [String]) -> String? {
    var names: [String] = []
    // Most pages name one author, so there's nothing to compare.
    if texts.count == 1 { return tidied(texts[0]) }
    for text in texts.prefix(10) {
      // Most pages state the same name several times.
      guard let name = tidied(text), !names.contains(name) else { continue }
      let named = people(in: name)
      if names.contains(where: { people(in: $0).isSuperset(of: named) }) { continue }
      // A longer list replaces its parts: "Jane Doe", and then "Jane Doe and John Roe".
      names.removeAll { named.isSuperset(of: people(in: $0)) }
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// Splits a list of names, in lower case for comparison.
  private static func people(in name: String) -> Set<String> {
    var joined = name.lowercased()
    let marks: [StaticString] = [" and ", " & ", ";"]
    for mark in marks where joined.containsBytes(mark) {
      joined = joined.replacing(mark.description, with: ",")
    }
    return Set(joined.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
  }

  private static func tidied(_ text: String) -> String? {
    guard var name = PlainText.withoutMarkup(text, limit: 200) else { return nil }
    for prefix in ["by ", "by: ", "posted by ", "written by "]
    where name.utf8.starts(with: prefix.utf8, by: { ASCII.lowercased($0) == $1 }) {
      name = String(name.dropFirst(prefix.count))
    }
    // Removes only lower-case prefixes, because capitalised ones are parts of names: Von Miller.
    for prefix in ["von ", "par "] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    // `article:author` is often the address or number of a profile.
    return name.spellsAddress || !hasLetter(name) || Placeholder.stands(in: name) ? nil : name
  }

  private static func hasLetter(_ name: String) -> Bool {
    // Looking letters up in Unicode's tables takes far longer.
    name.utf8.allSatisfy { $0 < 0x80 }
      ? name.utf8.contains(where: ASCII.isLetter) : name.contains(where: \.isLetter)
  }
}
