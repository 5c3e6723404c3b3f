import Foundation

/// Collects the content of an RSS or Atom feed. Recognises elements by their usual prefixes, such
/// as `dc:date`, because many feeds get the namespaces wrong.
package final class FeedEvents: XMLEvents {
  package private(set) var feed = Feed()

  /// The field that the current text belongs to.
  private enum Field {
    case feedTitle, feedSummary, feedLanguage, feedLink
    case title, summary, content, published, updated, tag
    case address(FeedEntry.AddressKind)
  }

  private enum Form { case plain, html, xhtml, unknown }

  private let base: WebAddress?
  private let wantsEntries: Bool
  /// The most bytes of a text. Longer texts are cut.
  private let textLimit: Int
  /// The address of the site, for feeds whose own address isn't known.
  private var site: WebAddress?
  /// The names of the open elements, and the base of each (https://www.w3.org/TR/xmlbase/).
  private var path: [String] = []
  private var bases: [WebAddress?] = []
  /// The prefix of the root element, as in `atom:feed`.
  private var prefix = ""
  private var entry: FeedEntry?
  private var entryDepth = 0
  /// Whether an entry has been read. After that, nothing belongs to the feed itself.
  private var hasEntries = false

  private var field: Field?
  private var fieldDepth = 0
  private var text = ""
  private var form = Form.plain

  /// - Parameters:
  ///   - base: the address of the feed.
  ///   - wantsEntries: whether to collect the entries too.
  ///   - textLimit: the most bytes of a text. Longer texts are cut.
  package init(base: WebAddress?, wantsEntries: Bool = true, textLimit: Int = .max) {
    self.base = base
    self.wantsEntries = wantsEntries
    self.textLimit = textLimit
  }

  // MARK: - Events

  package var wantsText: Bool { field != nil && text.utf8.count < textLimit }

  package func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    if path.isEmpty, name.hasSuffix(":feed") { prefix = String(name.dropLast("feed".count)) }
    let name =
      prefix.isEmpty || !name.hasPrefix(prefix) ? name : String(name.dropFirst(prefix.count))
    path.append(name)
    let outer = bases.last ?? base
    bases.append(attributes["xml:base"].flatMap { WebAddress($0, relativeTo: outer) } ?? outer)
    if field != nil {
      startMarkup(name, attributes)
    } else if name == "item" || name == "entry", entry == nil {
      hasEntries = true
      if wantsEntries { startEntry(attributes, line: line) }
    } else if entry != nil {
      // An entry can quote its source feed (RFC 4287, section 4.2.11).
      if path.count == entryDepth + 1 { startField(name, attributes) }
    } else if !hasEntries {
      startFeedField(name, attributes)
    }
  }

  package func elementEnded(_ name: String) {
    if field != nil {
      if path.count == fieldDepth { endField() } else if let name = path.last { endMarkup(name) }
    }
    if let entry, path.count == entryDepth {
      feed.entries.append(entry)
      self.entry = nil
    }
    _ = path.popLast()
    _ = bases.popLast()
  }

  package func textRead(_ text: String) {
    self.text += form == .xhtml ? MarkupEscape.text(text) : text
  }

  // MARK: - Fields

  private var relativeBase: WebAddress? { bases.last.flatMap(\.self) ?? site }
  private var isAtom: Bool { path.first == "feed" }

  private func startEntry(_ attributes: Attributes, line: Int) {
    entry = FeedEntry()
    entry?.line = line
    entryDepth = path.count
    if let about = attributes["rdf:about"] { entry?.addresses[.about] = (about, relativeBase) }
  }

  private func startFeedField(_ name: String, _ attributes: Attributes) {
    // Matches `rss > channel > title` and `feed > title`, but not an image's title.
    guard path.count == (isAtom ? 2 : 3), path.count == 2 || path[1] == "channel" else { return }
    switch name {
    case "title": if feed.title == nil { open(.feedTitle, attributes) }
    case "description", "subtitle":
      if feed.summary == nil { open(.feedSummary, attributes) }
    case "language": if feed.language == nil { open(.feedLanguage, attributes) }
    case "link": if site == nil, path.count == 3 { open(.feedLink, attributes) }
    default: break
    }
  }

  private func startField(_ name: String, _ attributes: Attributes) {
    switch name {
    case "title", "dc:title": if entry?.title == nil { open(.title, attributes) }
    case "link", "atom:link", "a10:link":
      if attributes.has("href") { addLink(attributes) } else { open(.address(.link), attributes) }
    case "guid": if attributes["isPermaLink"] != "false" { open(.address(.permalink), attributes) }
    // Blogs use the page's address as the identifier, although any unique address would do.
    case "id": open(.address(.permalink), attributes)
    case "feedburner:origLink": open(.address(.original), attributes)
    case "description", "summary": open(.summary, attributes)
    case "content", "content:encoded": open(.content, attributes)
    case "pubDate", "published", "dc:date", "issued", "created", "dcterms:created":
      open(.published, attributes)
    case "updated", "modified", "dcterms:modified", "atom:updated": open(.updated, attributes)
    case "category", "dc:subject":
      if let term = attributes["label"] ?? attributes["term"] {
        entry?.tags.append(term)
      } else {
        open(.tag, attributes)
      }
    default: break
    }
  }

  /// Adds the link to the entry's page (RFC 4287, section 4.2.7.2). A web page is preferred to
  /// other versions of the entry, such as JSON.
  private func addLink(_ attributes: Attributes) {
    guard let address = attributes["href"], ["alternate", nil].contains(attributes["rel"]) else {
      return
    }
    let isPage = attributes["type"].map { $0.contains("html") } ?? true
    let kind = isPage ? FeedEntry.AddressKind.link : .otherVersion
    if entry?.addresses[kind] == nil { entry?.addresses[kind] = (address, relativeBase) }
  }

  private func open(_ field: Field, _ attributes: Attributes) {
    (self.field, text) = (field, "")
    form = form(attributes["type"] ?? "")
    fieldDepth = path.count
  }

  private func form(_ type: String) -> Form {
    if type.contains("xhtml") { return .xhtml }
    if type.contains("html") { return .html }
    return isAtom || type == "text" ? .plain : .unknown
  }

  private func endField() {
    defer { (field, text) = (nil, "") }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let field, !text.isEmpty else { return }
    // If an entry repeats an element, the first one counts.
    switch field {
    case .feedTitle: feed.title = feedText(text)
    case .feedSummary: feed.summary = feedText(text, isMostlyHTML: true)
    case .feedLanguage: feed.language = text
    case .feedLink: site = WebAddress(text, relativeTo: relativeBase)
    case .title: entry?.title = feedText(text)
    case .summary: if entry?.summary == nil { entry?.summary = feedText(text, isMostlyHTML: true) }
    case .content: if entry?.content == nil { entry?.content = feedText(text, isMostlyHTML: true) }
    case .published: if entry?.published == nil { entry?.published = text }
    case .updated: if entry?.updated == nil { entry?.updated = text }
    case .tag: entry?.tags.append(feedText(text).plain(limit: TextLimit.tag) ?? "")
    case .address(let kind):
      // An identifier may be any text, so it isn't resolved against a base.
      let base = kind == .permalink ? nil : relativeBase
      if entry?.addresses[kind] == nil { entry?.addresses[kind] = (text, base) }
    }
  }

  /// - Parameter isMostlyHTML: whether a text without a stated format is probably HTML, as
  ///   descriptions in RSS are.
  private func feedText(_ text: String, isMostlyHTML: Bool = false) -> FeedText {
    switch form {
    case .plain: FeedText(text, .plain)
    case .html, .xhtml: FeedText(text, .html)
    case .unknown: FeedText(text, isMostlyHTML ? .html : .unknown)
    }
  }

  // MARK: - Markup in fields

  /// Writes an XHTML tag to the text. In other formats, a tag only separates words.
  private func startMarkup(_ name: String, _ attributes: Attributes) {
    guard text.utf8.count < textLimit else { return }
    guard form == .xhtml else { return text += " " }
    text += "<\(Self.localName(name))"
    for attribute in attributes.all {
      text += " \(attribute.name)=\"\(MarkupEscape.attribute(attribute.value))\""
    }
    text += ">"
  }

  private func endMarkup(_ name: String) {
    if form == .xhtml, text.utf8.count < textLimit { text += "</\(Self.localName(name))>" }
  }

  private static func localName(_ name: String) -> Substring {
    name.split(separator: ":").last ?? Substring(name)
  }
}
