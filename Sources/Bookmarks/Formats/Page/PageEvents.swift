import Markup

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
    headings.add(text)
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
