import Markup

/// Reads the links in the text of a web page.
struct PageLinkReader: EntryReader {
  private let events: PageEvents
  private let parser: HTMLParser
  private var start: [UInt8] = []

  /// - Parameter base: the address of the page.
  init(base: WebAddress?) {
    events = PageEvents(address: base)
    parser = HTMLParser(events: events, countsLines: true)
  }

  var details: FileDetails { FileDetails(title: events.title) }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    if start.count < Self.markLength { start += bytes.prefix(Self.markLength - start.count) }
    parser.parse(bytes)
  }

  func finish(into entries: inout [Entry]) {
    parser.finish()
    if events.address == nil { events.address = Self.savedFrom(start) }
    entries += events.entries
  }

  /// Returns the address that a browser writes into a page when it saves the page: `<!-- saved from
  /// url=(0020)https://example.org/ -->`
  /// (https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/compatibility/ms537628(v=vs.85)).
  private static func savedFrom(_ start: [UInt8]) -> WebAddress? {
    let text = String(decoding: start, as: UTF8.self)
    return text.firstMatch(of: /<!-- saved from url=\(\d+\)(\S+) ?-->/).flatMap {
      WebAddress(String($0.1))
    }
  }

  /// The number of first bytes to search. The comment follows the document type.
  private static let markLength = 2_048
}

/// Collects the links in the text of a page, without its navigation.
final class PageEvents: HTMLEvents {
  /// The address of the page, if known.
  var address: WebAddress?
  /// The title in the head.
  private(set) var title: String?

  private struct Link {
    var address: String
    var line: Int
    var text = ""
    var topics: [String]
  }

  private var links: [Link] = []
  private var link: Link?
  private var base: String?
  private var canonical: String?
  private var headings = Headings(levels: 2...3)
  private var headingHasLink = false
  private var isInTitle = false
  /// The depth of the outermost open element that isn't content.
  private var skippedDepth: Int?

  init(address: WebAddress?) { self.address = address }

  // MARK: - Events

  var wantsText: Bool {
    isInTitle
      || skippedDepth == nil && (link.map { $0.text.utf8.count < 10_000 } ?? headings.isOpen)
  }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    let attributes = tag.attributes
    switch element {
    case .base where base == nil: base = attributes["href"]
    case .link where attributes["rel"]?.lowercased() == "canonical": canonical = attributes["href"]
    case .title where title == nil: isInTitle = true
    default: break
    }
    if skippedDepth != nil { return }
    if Self.isSkipped(element, attributes) {
      skippedDepth = depth
    } else if element == .a {
      endLink()
      guard let address = attributes["href"], !address.hasPrefix("#") else { return }
      headingHasLink = headingHasLink || headings.open != nil
      link = Link(
        address: address, line: tag.line, topics: headings.open == nil ? headings.names : [])
    } else if headings.open == nil {
      headings.started(element)
      headingHasLink = false
    }
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    if element == .title { isInTitle = false }
    if let skippedDepth {
      if depth <= skippedDepth { self.skippedDepth = nil }
      return
    }
    if element == .a { endLink() }
    guard headings.open != nil else { return }
    // The title of an article that's a link isn't the topic of the links below it.
    _ = headings.ended(element, isTopic: !headingHasLink)
  }

  func textRead(_ text: TextToken) {
    if isInTitle, (title?.utf8.count ?? 0) < 1_000 { title = (title ?? "") + text.string }
    if skippedDepth != nil { return }
    link?.text += text.string
    headings.add(text.string)
  }

  private func endLink() {
    if let link, !PlainText.isBlank(link.text) { links.append(link) }
    link = nil
  }

  /// Whether an element and everything in it isn't content: landmarks such as navigation
  /// (https://www.w3.org/TR/wai-aria/#landmark_roles), and hidden elements.
  private static func isSkipped(_ element: ElementName, _ attributes: Attributes) -> Bool {
    switch element {
    case .nav, .header, .footer, .aside, .template, .form, .dialog: return true
    default: break
    }
    guard let role = attributes["role"]?.lowercased() else { return false }
    return ["navigation", "banner", "contentinfo", "complementary", "search"].contains(role)
  }

  // MARK: - Entries

  /// The links to other sites, which are the content of a page of recommendations, or else the
  /// links to the page's own site.
  ///
  /// A front page links nearly only to its own articles. Its few other links lead to its
  /// publisher's social networks, shops and partners. In 400 real pages, this holds wherever other
  /// sites have fewer than a tenth as many links as the page's own site.
  var entries: [EntryReader.Entry] {
    let page = address ?? canonical.flatMap { WebAddress($0) }
    let base = base.flatMap { WebAddress($0, relativeTo: page) } ?? page
    var outbound: [EntryReader.Entry] = []
    var own: [EntryReader.Entry] = []
    for link in links {
      guard let address = WebAddress(link.address, relativeTo: base) else { continue }
      var draft = BookmarkDraft(address: address.text, title: link.text, tags: link.topics)
      draft.tags = Array(draft.tags.prefix(Bookmark.tagLimit))
      let entry = draft.entry(line: link.line)
      if let page, Self.isSameSite(address, page) {
        if !Self.isSamePage(address, page) { own.append(entry) }
      } else if !isShareLink(address, of: page) {
        outbound.append(entry)
      }
    }
    return 10 * outbound.count < own.count ? own : outbound
  }

  private static func isSameSite(_ address: WebAddress, _ page: WebAddress) -> Bool {
    let (host, site) = (address.displayHost, page.displayHost)
    return host == site || host.hasSuffix(".\(site)") || site.hasSuffix(".\(host)")
  }

  private static func isSamePage(_ address: WebAddress, _ page: WebAddress) -> Bool {
    address.text.prefix { $0 != "#" } == page.text.prefix { $0 != "#" }
  }

  /// Whether a link's address contains the page's own address, as in buttons for sharing.
  private func isShareLink(_ address: WebAddress, of page: WebAddress?) -> Bool {
    guard let page, let query = address.text.firstIndex(of: "?") else { return false }
    return address.text[query...].contains(page.displayHost)
  }
}

/// The headings above the current position, which are the topics of the links below them.
struct Headings {
  /// The levels that are topics.
  let levels: ClosedRange<Int>
  /// The heading whose text is being read.
  private(set) var open: (level: Int, text: String)?
  private var above: [(level: Int, name: String)] = []

  init(levels: ClosedRange<Int>) { self.levels = levels }

  var isOpen: Bool { open.map { $0.text.utf8.count < 1_000 } ?? false }

  /// The headings above, outermost first.
  var names: [String] { above.map(\.name) }

  mutating func started(_ element: ElementName) {
    guard let level = Self.level(of: element) else { return }
    open = (level, "")
    above.removeAll { $0.level >= level }
  }

  mutating func add(_ text: String) { open?.text += text }

  /// Returns the heading that has just ended, or nil if none has.
  /// - Parameter isTopic: false for a heading that's the title of a single link.
  mutating func ended(_ element: ElementName, isTopic: Bool = true) -> String? {
    guard let (level, text) = open, Self.level(of: element) != nil else { return nil }
    open = nil
    guard let name = PlainText.folded(text) else { return nil }
    if isTopic, levels.contains(level), name.count <= Self.lengthLimit {
      above.append((level, name))
    }
    return name
  }

  /// The maximum number of characters. A longer heading is a sentence.
  private static let lengthLimit = 60

  private static func level(of element: ElementName) -> Int? {
    switch element {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: nil
    }
  }
}
