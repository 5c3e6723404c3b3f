import Foundation
import Markup

/// Collects the entries of RSS and Atom. Elements are told by the prefixes that feeds really use,
/// such as `dc:date`, rather than by their namespaces, which many feeds get wrong.
final class FeedEvents: MarkupFileEvents {
  /// What the text of an element is.
  private enum Field { case feedTitle, feedLink, title, summary, content, published, updated, tag }
  private enum Target { case field(Field), address(FeedEntry.Address) }

  /// The title of the feed.
  private(set) var title: String?

  private let base: WebAddress?
  /// The address of the site, for feeds whose own address isn't known.
  private var site: WebAddress?
  /// The names of the open elements, and the base of each (https://www.w3.org/TR/xmlbase/).
  private var path: [String] = []
  private var bases: [WebAddress?] = []
  /// The prefix of the outermost element, as in `atom:feed`.
  private var prefix = ""
  private var entry: FeedEntry?
  private var entryLine: Int?
  private var entryDepth = 0

  private var target: Target?
  private var targetDepth = 0
  private var text = ""
  private var form = TextForm.plain

  /// Whether a text is HTML. In RSS, nothing says so.
  private enum TextForm { case plain, html, unknown }

  /// - Parameter base: the address of the feed.
  init(base: WebAddress?) { self.base = base }

  // MARK: - Events

  override var wantsText: Bool { target != nil && text.utf8.count < Self.textLimit }

  override func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    super.elementStarted(name, attributes: attributes, line: line)
    if path.isEmpty, name.hasSuffix(":feed") { prefix = String(name.dropLast("feed".count)) }
    let name =
      prefix.isEmpty || !name.hasPrefix(prefix) ? name : String(name.dropFirst(prefix.count))
    path.append(name)
    let outer = bases.last ?? base
    bases.append(attributes["xml:base"].flatMap { WebAddress($0, relativeTo: outer) } ?? outer)
    if target != nil {
      // Markup inside of XHTML separates words.
      if text.utf8.count < Self.textLimit { text += " " }
    } else if name == "item" || name == "entry", entry == nil {
      startEntry(attributes, line: line)
    } else if entry != nil {
      // An entry can quote the feed it came from (RFC 4287, section 4.2.11).
      if path.count == entryDepth + 1 { startField(name, attributes) }
    } else {
      startFeedField(name, attributes)
    }
  }

  override func elementEnded(_ name: String) {
    super.elementEnded(name)
    if target != nil, path.count == targetDepth { endField() }
    if entry != nil, path.count == entryDepth { endEntry() }
    _ = path.popLast()
    _ = bases.popLast()
  }

  override func textRead(_ text: String) { self.text += text }

  /// In bytes. Some feeds have whole articles, of which only the start counts.
  private static let textLimit = 20_000

  // MARK: - Parts

  private var relativeBase: WebAddress? { bases.last.flatMap(\.self) ?? site }

  private func startEntry(_ attributes: Attributes, line: Int) {
    entry = FeedEntry()
    entryLine = line
    entryDepth = path.count
    if let about = attributes["rdf:about"] { entry?.addresses[.about] = (about, relativeBase) }
  }

  private func endEntry() {
    if let entry { entries.append(entry.bookmark(line: entryLine)) }
    entry = nil
  }

  private func startFeedField(_ name: String, _ attributes: Attributes) {
    // Matches `rss > channel > title` and `feed > title`, but not an image's title.
    guard path.count == (path.first == "feed" ? 2 : 3), path.count == 2 || path[1] == "channel"
    else {
      return
    }
    if name == "title", title == nil { open(.field(.feedTitle), form(attributes["type"])) }
    if name == "link", site == nil, path.count == 3 { open(.field(.feedLink), .plain) }
  }

  private func startField(_ name: String, _ attributes: Attributes) {
    let form = form(attributes["type"])
    switch name {
    case "title", "dc:title": if entry?.title == nil { open(.field(.title), form) }
    case "link", "atom:link", "a10:link":
      if attributes.has("href") { addLink(attributes) } else { open(.address(.link), .plain) }
    case "guid": if attributes["isPermaLink"] != "false" { open(.address(.permalink), .plain) }
    // Blogs use the address of the page, although any unique address would do.
    case "id": open(.address(.permalink), .plain)
    case "feedburner:origLink": open(.address(.original), .plain)
    case "description", "summary": open(.field(.summary), form == .plain ? form : .html)
    case "content", "content:encoded": open(.field(.content), form == .plain ? form : .html)
    case "pubDate", "published", "dc:date", "issued", "created", "dcterms:created":
      open(.field(.published), .plain)
    case "updated", "modified", "dcterms:modified", "atom:updated": open(.field(.updated), .plain)
    case "category", "dc:subject":
      if let term = attributes["label"] ?? attributes["term"] {
        entry?.tags.append(term)
      } else {
        open(.field(.tag), .unknown)
      }
    default: break
    }
  }

  /// In Atom, the type of a text tells whether it's HTML (RFC 4287, section 3.1).
  private func form(_ type: String?) -> TextForm {
    if type == "html" || type == "text/html" { return .html }
    return path.first == "feed" || type == "text" || type == "xhtml" ? .plain : .unknown
  }

  /// Takes the link to the entry's page (RFC 4287, section 4.2.7.2). A page comes before other
  /// versions of the entry, such as JSON.
  private func addLink(_ attributes: Attributes) {
    guard let address = attributes["href"], ["alternate", nil].contains(attributes["rel"]) else {
      return
    }
    let isPage = attributes["type"].map { $0.contains("html") } ?? true
    let kind = isPage ? FeedEntry.Address.link : .otherVersion
    if entry?.addresses[kind] == nil { entry?.addresses[kind] = (address, relativeBase) }
  }

  private func open(_ target: Target, _ form: TextForm) {
    (self.target, self.form, text) = (target, form, "")
    targetDepth = path.count
  }

  private func endField() {
    defer { (target, text) = (nil, "") }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let target, !text.isEmpty else { return }
    switch target {
    case .address(let kind):
      // An identifier may be any text, which isn't relative to anything.
      let base = kind == .permalink ? nil : relativeBase
      if entry?.addresses[kind] == nil { entry?.addresses[kind] = (text, base) }
    case .field(.feedTitle): title = plain(text)
    case .field(.feedLink): site = WebAddress(text, relativeTo: relativeBase)
    case .field(let field): setField(field, to: text)
    }
  }

  /// The first of several texts for a field is the one that counts.
  private func setField(_ field: Field, to text: String) {
    guard var entry else { return }
    switch field {
    case .title: entry.title = plain(text)
    case .summary: entry.summary = entry.summary ?? plain(text)
    case .content: entry.content = entry.content ?? plain(text)
    case .published: entry.published = entry.published ?? text
    case .updated: entry.updated = entry.updated ?? text
    case .tag: entry.tags.append(plain(text) ?? "")
    case .feedTitle, .feedLink: break
    }
    self.entry = entry
  }

  private func plain(_ text: String) -> String? {
    switch form {
    case .plain: text
    case .html: PlainText.fromHTML(text, limit: Self.textLimit)
    case .unknown: PlainText.withoutMarkup(text).map(PlainText.decodingEntities)
    }
  }
}
