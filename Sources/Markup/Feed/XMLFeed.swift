import Foundation

extension Feed {
  /// Reads an RSS or Atom feed.
  /// - Parameters:
  ///   - base: the address of the feed.
  ///   - wantsEntries: whether to read more than the feed's own title, summary and language.
  package init(_ tree: XMLTree, base: WebAddress?, wantsEntries: Bool = true) {
    var reader = XMLFeedReader(wantsEntries: wantsEntries)
    for root in tree.roots { reader.read(root, base: base, path: []) }
    self = reader.feed
  }
}

/// Recognises elements by their usual prefixes, such as `dc:date`, because many feeds get the
/// namespaces wrong.
private struct XMLFeedReader {
  private let wantsEntries: Bool
  private(set) var feed = Feed()

  /// The prefix of the root element, as in `atom:feed`.
  private var prefix = ""
  private var isAtom = false
  /// The address of the site, for feeds whose own address isn't known.
  private var site: WebAddress?
  /// Whether an entry has been read. After that, nothing belongs to the feed itself.
  private var hasEntries = false

  init(wantsEntries: Bool) { self.wantsEntries = wantsEntries }

  /// - Parameters:
  ///   - base: that of the parent (https://www.w3.org/TR/xmlbase/).
  ///   - path: the names of the parents.
  mutating func read(_ element: XMLTree.Element, base: WebAddress?, path: [String]) {
    if path.isEmpty, element.name.hasSuffix(":feed") {
      prefix = String(element.name.dropLast("feed".count))
    }
    let name = name(of: element)
    let base = Self.base(of: element, in: base)
    if path.isEmpty { isAtom = name == "feed" }
    if name == "item" || name == "entry" {
      hasEntries = true
      if wantsEntries { feed.entries.append(entry(element, base: base)) }
    } else if hasEntries || !readField(name, element, base, path) {
      for child in element.children { read(child, base: base, path: path + [name]) }
    }
  }

  private func name(of element: XMLTree.Element) -> String {
    prefix.isEmpty || !element.name.hasPrefix(prefix)
      ? element.name : String(element.name.dropFirst(prefix.count))
  }

  private static func base(of element: XMLTree.Element, in outer: WebAddress?) -> WebAddress? {
    element["xml:base"].flatMap { WebAddress($0, relativeTo: outer) } ?? outer
  }

  /// Reads an element of the feed itself: `rss > channel > title` and `feed > title`, but not an
  /// image's title.
  /// - Returns: whether the element is one.
  private mutating func readField(
    _ name: String, _ element: XMLTree.Element, _ base: WebAddress?, _ path: [String]
  ) -> Bool {
    guard path.count == (isAtom ? 1 : 2), path.count == 1 || path[1] == "channel" else {
      return false
    }
    switch name {
    case "title": feed.title = feed.title ?? text(of: element)
    case "description", "subtitle":
      feed.summary = feed.summary ?? text(of: element, isMostlyHTML: true)
    case "language": feed.language = feed.language ?? text(of: element)?.text
    case "link" where !isAtom:
      site = site ?? text(of: element).flatMap { WebAddress($0.text, relativeTo: base) }
    default: return false
    }
    return true
  }

  // MARK: - Entries

  /// Reads the children of an entry, but not those of a source feed that it quotes (RFC 4287, section
  /// 4.2.11). If an entry repeats an element, the first one counts.
  private func entry(_ element: XMLTree.Element, base: WebAddress?) -> FeedEntry {
    var entry = FeedEntry()
    entry.line = element.line
    entry.addresses[.about] = element["rdf:about"].map { ($0, base ?? site) }
    for child in element.children {
      add(child, base: Self.base(of: child, in: base) ?? site, to: &entry)
    }
    return entry
  }

  private func add(_ element: XMLTree.Element, base: WebAddress?, to entry: inout FeedEntry) {
    func add(_ kind: FeedEntry.AddressKind, _ address: String?, base: WebAddress?) {
      if entry.addresses[kind] == nil { entry.addresses[kind] = address.map { ($0, base) } }
    }
    switch name(of: element) {
    case "title", "dc:title": entry.title = entry.title ?? text(of: element)
    case "link", "atom:link", "a10:link":
      guard let address = element["href"] else {
        return add(.link, text(of: element)?.text, base: base)
      }
      // The link to the entry's page (RFC 4287, section 4.2.7.2). A web page is preferred to other
      // versions of the entry, such as JSON.
      guard ["alternate", nil].contains(element["rel"]) else { return }
      let isPage = element["type"]?.contains("html") ?? true
      add(isPage ? .link : .otherVersion, address, base: base)
    // An identifier may be any text, so it isn't resolved against a base.
    case "guid" where element["ispermalink"] == "false": break
    // Blogs use the page's address as the identifier, although any unique address would do.
    case "guid", "id": add(.permalink, text(of: element)?.text, base: nil)
    case "feedburner:origlink": add(.original, text(of: element)?.text, base: base)
    case "description", "summary":
      entry.summary = entry.summary ?? text(of: element, isMostlyHTML: true)
    case "content", "content:encoded":
      entry.content = entry.content ?? text(of: element, isMostlyHTML: true)
    case "pubdate", "published", "dc:date", "issued", "created", "dcterms:created":
      entry.published = entry.published ?? text(of: element)?.text
    case "updated", "modified", "dcterms:modified", "atom:updated":
      entry.updated = entry.updated ?? text(of: element)?.text
    case "category", "dc:subject":
      let term = element["label"] ?? element["term"]
      let tag = term ?? text(of: element).map { $0.plain(limit: TextLimit.tag) ?? "" }
      if let tag { entry.tags.append(tag) }
    default: break
    }
  }

  // MARK: - Texts

  /// Returns the text of an element; nil if there's none.
  /// - Parameter isMostlyHTML: whether a text without a stated format is probably HTML, as
  ///   descriptions in RSS are.
  private func text(of element: XMLTree.Element, isMostlyHTML: Bool = false) -> FeedText? {
    let type = element["type"] ?? ""
    let text = (type.contains("xhtml") ? Self.markup(in: element) : element.text)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { return nil }
    if type.contains("html") { return FeedText(text, .html) }
    if isAtom || type == "text" { return FeedText(text, .plain) }
    return FeedText(text, isMostlyHTML ? .html : .unknown)
  }

  /// Writes the content of an element as HTML.
  private static func markup(in element: XMLTree.Element) -> String {
    element.content.map { content in
      switch content {
      case .text(let text): return MarkupEscape.text(text)
      case .element(let child):
        let name = child.name.split(separator: ":").last ?? ""
        let attributes = child.attributes.map {
          " \($0.name)=\"\(MarkupEscape.attribute($0.value))\""
        }.joined()
        return "<\(name)\(attributes)>\(markup(in: child))</\(name)>"
      }
    }.joined()
  }
}
