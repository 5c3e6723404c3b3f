import Markup

/// Adding words to a filter, and taking them out.
extension SavedFilter {
  /// Returns the word that finds the links of a site, and of those whose hosts begin so or are below
  /// it.
  ///
  ///     SavedFilter.siteWord(for: "github.com")  // "site:github.com"
  public static func siteWord(for host: String) -> String { "site:\(host)" }

  /// Whether the filter has all the terms of another one, which isn't empty.
  ///
  ///     SavedFilter("is:unread #Swift").contains(SavedFilter("#swift"))  // true
  public func contains(_ other: SavedFilter) -> Bool {
    let parts = other.parts
    return !parts.isEmpty && parts.isSubset(of: self.parts)
  }

  /// Returns a filter that also has the words of another one.
  ///
  ///     SavedFilter("ray").adding(SavedFilter("#c")).text  // "ray #c"
  public func adding(_ other: SavedFilter) -> SavedFilter {
    if words.isEmpty { return SavedFilter(other.text) }
    let before = words.joined(separator: " ")
    let filter = SavedFilter("\(before) \(other.text)")
    // Words after a quotation mark that's still open would be inside it.
    return filter.contains(other) ? filter : SavedFilter("\(before)\" \(other.text)")
  }

  /// Returns the filter without the words of another one.
  ///
  ///     SavedFilter("ray #c").removing(SavedFilter("#C")).text  // "ray"
  public func removing(_ other: SavedFilter) -> SavedFilter {
    let parts = other.parts
    let rest = words.filter { SavedFilter($0).parts.isDisjoint(with: parts) }
    return SavedFilter(rest.joined(separator: " "))
  }

  /// The required tags, by name.
  package var requiredTags: [String] {
    tags.filter { !$0.isExcluded && !$0.isPrefix }.map(\.name)
  }

  /// The required hosts.
  package var requiredSites: [String] {
    terms.filter { !$0.isExcluded && $0.scope == .host }.map(\.text)
  }

  /// A term, by its meaning.
  private enum Part: Hashable {
    case term(Term)
    case tag(TagTerm)
    case condition(LinkCondition)
  }

  private var parts: Set<Part> {
    var parts: Set<Part> = []
    for var term in terms {
      term.text = term.text.lowercased()
      parts.insert(.term(term))
    }
    for var tag in tags {
      tag.name = tag.name.tagKey
      parts.insert(.tag(tag))
    }
    for condition in conditions { parts.insert(.condition(condition)) }
    return parts
  }
}
