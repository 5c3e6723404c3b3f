package import Foundation
import Markup

extension Page {
  /// The title, from the first source that has one: Open Graph, Twitter cards, publishers'
  /// metadata, `<title>`, JSON-LD and microdata, the first heading.
  package var title: String? {
    let written = facts.text(
      "og:title", "twitter:title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title",
      "citation_title")
    let others = [facts.title, data.main.text("headline", "name"), facts.headings.first?.text]
    guard let title = written ?? others.firstResult({ $0.flatMap(Self.plain) }) else {
      return nil
    }
    // A front page is named after its site, so its title isn't shortened.
    guard kind != .website else { return title }
    let isTag = written == nil
    let headline = headlines.first {
      Headline(text: $0).isWhole(in: title, isOnlyAtStart: isTag, isSite: namesSite)
        && SiteName.key($0) != SiteName.key(siteName)
    }
    if let headline { return headline }
    guard isTag, kind == .article else { return title }
    return SiteSuffix.removed(from: title, siteName: siteName, url: url) ?? title
  }

  /// Returns the first heading that makes up the title, apart from text beside it, such as a name
  /// of the site that the page states nowhere else.
  package func headline(among headings: [String], of title: String) -> String? {
    guard kind != .website else { return nil }
    return headings.first {
      Headline(text: $0).isWhole(in: title, isOnlyAtStart: true, isSite: namesSite)
        && SiteName.key($0) != SiteName.key(siteName)
    }
  }

  private func namesSite(_ text: String) -> Bool {
    let key = SiteName.key(text)
    let sites = [siteName, host, hostLabel ?? ""].map(SiteName.key)
    return key.count > 2 && sites.contains { $0.hasPrefix(key) || key.hasPrefix($0) && !$0.isEmpty }
  }

  private static func plain(_ text: String) -> String? { PlainText.folded(text) }

  /// The headlines that the page shows above its content.
  private var headlines: [String] {
    (facts.contentHeadings + [data.main.text("headline")].compactMap { $0 })
      .compactMap { PlainText.folded($0) }
  }

  package var summary: String? {
    let plain: (String) -> String? = { PlainText.withoutMarkup($0) }
    let written = facts.text(
      "og:description", "twitter:description", "description", "dc.description",
      "dcterms.description", "sailthru.description", as: plain)
    return written ?? data.main.text("description").flatMap(plain)
  }
}

extension Page {
  /// The names of the page's authors, separated by commas.
  package var author: String? {
    let people = names(facts.allMetas("article:author") + facts.allMetas("author"))
    if let people { return people }
    for entity in [data.main] + data.others {
      if let names = names(entity.names("author", "creator")) { return names }
    }
    for key in Self.authorKeys {
      if let names = names(facts.allMetas(key).map(Self.turned)) { return names }
    }
    return names(facts.linkedAuthors) ?? names(labelledAuthors) ?? shownAuthor
      // A name, rather than an account's.
      ?? names(facts.allMetas("twitter:creator").filter { $0.contains(" ") })
      ?? (kind == .article ? siteAsAuthor : nil)
  }

  /// Whether the page states an author for machines, if only the site itself.
  package var statesAuthor: Bool {
    let keys: [StaticString] = ["article:author", "author"] + Self.authorKeys + ["twitter:creator"]
    return keys.contains { Self.names(facts.allMetas($0)) != nil } || !facts.linkedAuthors.isEmpty
      || ([data.main] + data.others).contains {
        Self.names($0.names("author", "creator")) != nil
      }
  }

  /// The site's own name, if the page states it as the author of an article.
  private var siteAsAuthor: String? {
    Self.names(facts.allMetas("author") + labelledAuthors)
      ?? ([data.main] + data.others).firstResult { Self.names($0.names("author", "creator")) }
  }

  /// Non-standard names that publishers use.
  private static let authorKeys: [StaticString] = [
    "byl", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author",
    "citation_author",
  ]

  /// The names in Twitter's labels, which are in the language of the page.
  private var labelledAuthors: [String] {
    Self.labelled.compactMap { label, value in
      facts.meta(label).map(AuthorName.isLabel) == true ? facts.meta(value) : nil
    }
  }

  /// The name that the page shows below its heading, or else above it.
  private var shownAuthor: String? {
    let bylines = facts.bylines.bylines
    let ranked = bylines.filter(\.isBelowHeading) + bylines.filter { !$0.isBelowHeading }
    return ranked.firstResult { AuthorName.name(in: $0).flatMap { names([$0]) } }
  }

  /// `First Last` for `Last, First`, as scholarly pages write names.
  private static func turned(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.split(separator: " ").count < 4 })
    else { return name }
    return "\(parts[1]) \(parts[0])"
  }

  /// Cleans and joins names, without the site's own.
  private func names(_ texts: [String]) -> String? {
    Self.names(texts.filter { !isOfSite($0) })
  }

  private func isOfSite(_ name: String) -> Bool {
    let key = SiteName.key(name)
    return key == SiteName.key(siteName) || key == SiteName.key(host)
      || hostLabel.map { key == SiteName.key($0) } == true
  }

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
    where name.utf8.starts(with: prefix.utf8, by: { $0.asciiLowercased == $1 }) {
      name = String(name.dropFirst(prefix.count))
    }
    // Removes only lower-case prefixes, because capitalised ones are parts of names: Von Miller.
    for prefix in ["von ", "par "] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    // An agency after the name that's missing.
    if name.hasPrefix(",") { return nil }
    // `article:author` is often the address or number of a profile.
    let isAddress = name.hasPrefix("@") || name.spellsAddress
    return isAddress || !hasLetter(name) || Placeholder.stands(in: name) ? nil : name
  }

  private static func hasLetter(_ name: String) -> Bool {
    // Looking letters up in Unicode's tables takes far longer.
    name.utf8.allSatisfy { $0 < 0x80 }
      ? name.utf8.contains(where: \.isASCIILetter) : name.contains(where: \.isLetter)
  }
}

extension Page {
  /// The kind that `og:type` states, or else the kind of the schema.org class of the page's
  /// subject.
  static func kind(_ facts: PageFacts, _ data: LinkedData) -> LinkMetadata.Kind? {
    facts.meta("og:type").flatMap(LinkMetadata.Kind.init(openGraphType:))
      ?? data.main.types.firstResult(LinkMetadata.Kind.init(schemaType:))
  }

  /// The language of the page as a BCP 47 tag, such as `de-AT`.
  package var language: String? {
    facts.language.flatMap(LanguageTag.tag) ?? facts.meta("og:locale").flatMap(LanguageTag.tag)
      ?? facts.meta("content-language", "language", "dc.language", "dcterms.language")
      .flatMap(LanguageTag.tag) ?? data.main.text("inLanguage").flatMap(LanguageTag.tag)
  }

  /// The name of the software that made the page.
  package var generator: String? { facts.meta("generator") }

  /// The theme colour, for the site's name and icon. If there are several, the one for light mode.
  var themeColor: LinkMetadata.Color? {
    let written = facts.metas.beginning(with: "theme-color").filter { $0.key == "theme-color" }
    let light = written.filter { $0.media?.containsBytes("dark") != true }
    return (light + written).firstResult { LinkMetadata.Color(css: $0.content) }
      ?? facts.meta("msapplication-tilecolor").flatMap { LinkMetadata.Color(css: $0) }
  }

  /// The reading time that the page states, in Twitter's labels or `timeRequired`.
  var readingTime: Duration? {
    for (label, value) in Self.labelled {
      guard let label = facts.meta(label)?.lowercased(),
        Self.readingLabels.contains(where: { label.containsBytes($0) })
      else { continue }
      if let time = facts.meta(value).flatMap(WrittenDuration.duration) {
        return time
      }
    }
    return (facts.meta("article:reading_time", "readingtime") ?? data.main.text("timeRequired"))
      .flatMap(WrittenDuration.duration)
  }

  private static let labelled: [(StaticString, StaticString)] = [
    ("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2"),
  ]

  private static let readingLabels: [StaticString] = [
    "read", "lese", "lectur", "lettura", "leestijd",
  ]
}

extension LinkMetadata.Kind {
  /// Reads an Open Graph type. Only the part before the dot counts, so `video.movie` is a video and
  /// `music.song` is music.
  init?(openGraphType type: String) {
    let global = type.lowercased().utf8.prefix {
      $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":")
    }
    self.init(rawValue: (String(global) ?? "").words.joined(separator: " "))
  }

  /// Maps a schema.org class to a kind.
  init?(schemaType type: String) {
    switch type {
    case "Book": self = .book
    case "MusicAlbum", "MusicRecording", "MusicGroup", "MusicPlaylist": self = .music
    case "Product": self = .product
    case "Person", "ProfilePage": self = .profile
    case "VideoObject", "Movie", "TVEpisode", "TVSeries": self = .video
    case "AudioObject", "PodcastEpisode", "RadioEpisode": self = .audio
    case "WebSite", "WebPage", "CollectionPage": self = .website
    default:
      guard type.hasSuffix("Article") || type.hasSuffix("Posting") else { return nil }
      self = .article
    }
  }
}

/// Converts the languages that pages and feeds state, in any spelling, to BCP 47 tags.
package enum LanguageTag {
  /// Returns `en-US` for both `en_US.UTF-8` and `en-us`, and nil for text that isn't a language
  /// tag.
  package static func tag(_ text: String) -> String? {
    // Most pages state a language alone.
    if text.utf8.count == 2, text.utf8.allSatisfy(\.isASCIILetter) { return text.lowercased() }
    let isEnd = { (byte: UInt8) in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte <= 0x20
    }
    let parts =
      text.utf8.split(whereSeparator: isEnd).first?
      .split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      .compactMap { String($0) } ?? []
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      parts.allSatisfy({ part in
        part.utf8.count <= 8 && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      })
    else { return nil }
    let subtags = parts.dropFirst().map { part in
      part.count == 2 ? part.uppercased() : part.count == 4 ? part.capitalized : part.lowercased()
    }
    return ([first.lowercased()] + subtags).joined(separator: "-")
  }
}

extension Page {
  /// The RSS, Atom and JSON feeds of the page or its site, 20 at most.
  var feeds: [URL] {
    var feeds: [URL] = []
    for link in facts.links
    where link.relations.contains(.alternate) && Self.feedTypes.contains(link.type ?? "") {
      guard feeds.count < 20, let url = stated(link.address), !feeds.contains(url) else {
        continue
      }
      feeds.append(url)
    }
    return feeds
  }

  private static let feedTypes: Set = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
  ]

  /// The address of the page's oEmbed data (https://oembed.com, section 4) in JSON.
  package var oEmbedURL: URL? {
    facts.links.first { link in
      link.relations.contains(.alternate)
        && ["application/json+oembed", "text/json+oembed"].contains(link.type ?? "")
    }.flatMap { stated($0.address) }
  }

  /// The web app manifest (https://www.w3.org/TR/appmanifest/), which may name larger icons.
  package var manifestURL: URL? {
    facts.links.first { $0.relations.contains(.manifest) }.flatMap { stated($0.address) }
  }
}

extension Page {
  /// The page's canonical URL (RFC 6596), or its own URL without the fragment if it states no
  /// address on its own site. Also the address that the page states on another site, which is the
  /// address of the page it's a copy of.
  var addresses: (canonical: URL, syndicationSource: URL?) {
    let linked = linkedAddress
    // Most pages are on the site of their canonical address.
    if let linked, isSameSite(linked) { return (linked, nil) }
    let shared = sharedAddress
    guard let declared = linked ?? shared else { return (url.withoutFragment, nil) }
    if isAddress(declared, confirmedBy: linked, shared) { return (declared, nil) }
    if let shared, isSameSite(shared) { return (shared, declared) }
    return (url.withoutFragment, declared)
  }

  private var linkedAddress: URL? {
    facts.links.firstResult { $0.relations.contains(.canonical) ? stated($0.address) : nil }
  }

  private var sharedAddress: URL? {
    facts.allMetas("og:url").firstResult(stated)
      ?? facts.allMetas("twitter:url").firstResult(stated)
  }

  /// Whether the page has this address. An address on another host counts if it has the same path
  /// there, as after a move of the site, or if the page states that host consistently.
  private func isAddress(_ declared: URL, confirmedBy linked: URL?, _ shared: URL?) -> Bool {
    if isSameSite(declared) || !url.isWebAddress { return true }
    let path = declared.path().trimmingSlash
    if path == url.path().trimmingSlash, !path.isEmpty { return true }
    guard let linked, let shared else { return false }
    return linked.displayHost == shared.displayHost
  }

  /// Whether an address is on the site of this page, such as its mobile or AMP edition.
  private func isSameSite(_ other: URL) -> Bool {
    let otherHost = other.displayHost
    return otherHost == host || SiteName.registered(otherHost) == SiteName.registered(host)
  }
}

extension SiteName {
  /// The registered part of a host: `example.co.uk` for `m.example.co.uk`. The whole host for an IP
  /// address.
  fileprivate static func registered(_ host: String) -> String {
    guard let label = label(ofHost: host),
      let range = host.range(of: "." + label + ".", options: .backwards)
    else { return host }
    return String(host[host.index(after: range.lowerBound)...])
  }
}

extension String {
  fileprivate var trimmingSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
