import Markup

/// The statements of a page about itself: the raw material of its metadata.
package struct PageFacts {
  /// `<meta>` elements. Structured properties such as `og:image:width` belong to the element before
  /// them.
  private(set) var metas = MetaElements()
  /// `<link>` elements in document order.
  private(set) var links: [Link] = []
  /// The text of `<title>`.
  private(set) var title: String?
  /// The first few `<h1>` elements.
  private(set) var headings: [Heading] = []
  private(set) var pictures = PictureReader()
  /// The files of `<video>` elements.
  private(set) var videoFiles: [VideoFile] = []
  /// The blocks of JSON-LD.
  private(set) var jsonBlocks: [String] = []
  /// `<base href>`, which relative addresses in the page are resolved against.
  private(set) var base: String?
  /// `<html lang>`.
  private(set) var language: String?
  /// The text of `rel=author` links.
  private(set) var linkedAuthors: [String] = []
  private(set) var times = TimeReader()
  private(set) var visibleDates = VisibleDateReader()
  private(set) var bylines = BylineReader()
  /// Whether the page marks its content with `<main>` or `<article>`.
  private(set) var hasContentElement = false
  /// Whether `<head>` has ended. Pages rarely state more about themselves after it.
  private(set) var headIsComplete = false
  /// The number of bytes of visible text after a title like that of a wall. Other pages' isn't
  /// counted.
  private(set) var textLength = 0
  private var countsText = false
  /// Whether the page loads the script of DataDome's bot check, which no other page does.
  private(set) var hasChallengeScript = false

  private(set) var microdata = MicrodataReader()

  private var capture: Capture?
  private var jsonLength = 0
  private var drawingDepth = 0
  /// The number of open elements inside a template, including the template itself.
  private var templateDepth = 0
  /// Whether the open `<video>` only decorates the page.
  private var isInBackground = false
  private var noScriptDepth = 0
  private var contentDepth = 0

  /// The maximum number of headings, images, videos and author links to keep.
  static let countLimit = 8

  /// The maximum number of `<meta>` and `<link>` elements to keep. Real pages have about a hundred.
  static let headLimit = 2_000

  /// The maximum number of bytes of JSON-LD to keep.
  static let jsonLimit = 2 << 20

  /// An element whose text is being read.
  private struct Capture {
    let element: ElementName
    var isOfContent = false
    var isRaw = false
    var text = ""
  }

  /// Returns the first non-blank content of the first of these keys that has any.
  func meta(_ keys: StaticString...) -> String? {
    for key in keys {
      if let content = metas.content(of: key) { return content }
    }
    return nil
  }

  /// Returns the first content of these keys that has visible text, as plain text. Contents without
  /// visible text are skipped.
  func text(
    _ keys: StaticString..., as plain: (String) -> String? = { PlainText.folded($0) }
  ) -> String? {
    for key in keys {
      for content in metas.contents(of: key) {
        if let text = plain(content) { return text }
      }
    }
    return nil
  }

  /// Returns all contents of a key, in document order.
  func allMetas(_ key: StaticString) -> [String] { metas.contents(of: key) }

  /// The elements that contain JSON-LD, and templates, whose JSON-LD isn't part of the page.
  static let elementsOfLinkedData: ElementSet = [.script, .template]

  /// Whether JSON-LD or microdata may state a property.
  func mayState(_ property: StaticString) -> Bool {
    jsonBlocks.contains { $0.containsBytes(property) }
      || microdata.items.contains { $0.hasMember(property.description) }
  }

  var wantsText: Bool {
    (capture?.isRaw == false || microdata.wantsText || visibleDates.wantsText
      || bylines.isReading || countsText)
      && drawingDepth == 0 && templateDepth == 0
  }
  var wantsRawText: Bool { capture?.isRaw == true }

  mutating func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    let attributes = tag.attributes
    // The contents of a template aren't part of the page until a script inserts them, unless the
    // template is its parent's shadow root.
    if templateDepth > 0 || (element == .template && !attributes.has("shadowrootmode")) {
      templateDepth += 1
      return
    }
    let mayAnnotate = attributes.mayAnnotate
    if mayAnnotate { microdata.elementStarted(element, attributes, depth: depth) }
    if visibleDates.isReading { visibleDates.elementStarted(element, attributes, depth: depth) }
    if bylines.isReading { bylines.elementStarted(element, attributes, depth: depth) }
    switch element {
    case .meta:
      readMeta(attributes)
      return
    case .link: readLink(attributes)
    case .base: base = base ?? attributes["href"]
    case .html: language = language ?? attributes["lang"] ?? attributes["xml:lang"]
    case .script: readScript(attributes)
    // An SVG's titles aren't the page's.
    case .svg: drawingDepth += 1
    case .noscript: noScriptDepth += 1
    case .title where title == nil && drawingDepth == 0: capture = Capture(element: .title)
    case .article, .main:
      contentDepth += 1
      hasContentElement = true
    case .h1 where headings.count < Self.countLimit && capture == nil:
      let isMarked = attributes.value("class", contains: "headline")
      capture = Capture(element: .h1, isOfContent: contentDepth > 0 || isMarked)
    case .img: pictures.read(attributes, isOfContent: contentDepth > 0)
    case .video: readVideo(attributes, isVideo: true)
    case .source: readVideo(attributes, isVideo: false)
    case .time: times.read(attributes, isOfContent: contentDepth > 0)
    case .a
    where capture == nil && attributes.value("rel", contains: "author")
      && attributes["rel"]?.lowercased() == "author":
      capture = Capture(element: .a)
    default: break
    }
    if mayAnnotate { readAnnotation(attributes) }
  }

  mutating func elementEnded(_ element: ElementName, depth: Int) {
    if templateDepth > 0 {
      templateDepth -= 1
      return
    }
    microdata.elementEnded(depth: depth)
    if visibleDates.isReading { visibleDates.elementEnded(depth: depth) }
    if bylines.isReading { bylines.elementEnded(depth: depth) }
    if element == capture?.element { finishCapture() }
    switch element {
    case .svg: drawingDepth = max(0, drawingDepth - 1)
    case .video: isInBackground = false
    case .noscript: noScriptDepth = max(0, noScriptDepth - 1)
    case .article, .main: contentDepth = max(0, contentDepth - 1)
    default: break
    }
  }

  mutating func headEnded() {
    headIsComplete = true
    let titles = [title, meta("og:title")].compactMap(\.self)
    if !statesAuthor {
      bylines.begin()
      for title in titles { bylines.addTitle(title) }
    }
    guard !statesDate else { return }
    visibleDates.begin()
    for title in titles { visibleDates.addTitle(title) }
  }

  mutating func textSeparated() {
    if visibleDates.isReading { visibleDates.endLine() }
    if bylines.isReading { bylines.endText() }
  }

  mutating func textRead(_ text: TextToken) {
    if visibleDates.wantsText { visibleDates.textRead(text) }
    if bylines.isReading { bylines.textRead(text) }
    guard capture != nil || microdata.wantsText || countsText else { return }
    let text = text.string
    if countsText { textLength += text.utf8.count { $0 > 0x20 } }
    capture?.text.append(text)
    microdata.textRead(text)
  }

  mutating func rawTextRead(_ text: TextToken) { capture?.text.append(text.string) }

  private mutating func finishCapture() {
    guard let capture else { return }
    self.capture = nil
    guard !PlainText.isBlank(capture.text),
      capture.isRaw || !Placeholder.stands(in: capture.text)
    else { return }
    switch capture.element {
    case .title:
      title = capture.text
      countsText = BotWall.begins(capture.text)
      if headIsComplete { visibleDates.addTitle(capture.text) }
    case .h1:
      headings.append(Heading(text: capture.text, isOfContent: capture.isOfContent))
    case .a where linkedAuthors.count < Self.countLimit: linkedAuthors.append(capture.text)
    case .script where jsonLength + capture.text.utf8.count <= Self.jsonLimit:
      jsonLength += capture.text.utf8.count
      jsonBlocks.append(capture.text)
      if visibleDates.isReading, Self.statesDate(capture.text) { visibleDates.end() }
    default: break
    }
  }

  private mutating func readMeta(_ attributes: Attributes) {
    guard metas.count < Self.headLimit else { return }
    let stated = attributes.bytes("content")
    // Twitter took either attribute, and documented this one for a time.
    let value = stated?.isEmpty == false ? nil : attributes.bytes("value")
    guard let content = value ?? stated else { return }
    let media = attributes.bytes("media")
    let add = { (self: inout Self, name: UnsafeBufferPointer<UInt8>?) in
      guard let name else { return }
      self.metas.add(name, content: content, media: media, isInBody: self.headIsComplete)
    }
    add(&self, attributes.bytes("property"))
    add(&self, attributes.bytes("name"))
    add(&self, attributes.bytes("itemprop"))
    // Inside `<noscript>`, a refresh is for browsers without scripts.
    if noScriptDepth == 0, value == nil { add(&self, attributes.bytes("http-equiv")) }
  }

  private mutating func readScript(_ attributes: Attributes) {
    if attributes.value("type", contains: "ld+json") {
      capture = Capture(element: .script, isRaw: true)
    } else if attributes.value("src", hasPrefix: "https://ct.captcha-delivery.com/") {
      hasChallengeScript = true
    }
  }

  private mutating func readLink(_ attributes: Attributes) {
    // Most links only load scripts and styles, so they're skipped.
    guard links.count < Self.headLimit, let rel = attributes.bytes("rel") else { return }
    let relations = LinkRelations(rel)
    guard !relations.isEmpty, let address = attributes["href"] else { return }
    links.append(
      Link(
        relations: relations, address: address, type: attributes["type"]?.lowercased(),
        sizes: attributes["sizes"]?.lowercased(), media: attributes["media"]))
  }

  private mutating func readVideo(_ attributes: Attributes, isVideo: Bool) {
    // A video that autoplays without sound or in a loop is decoration.
    if isVideo {
      isInBackground =
        attributes.has("autoplay") && (attributes.has("muted") || attributes.has("loop"))
    }
    guard !isInBackground, videoFiles.count < Self.countLimit, let address = attributes["src"]
    else { return }
    let type = attributes["type"]?.lowercased()
    // `<source>` also occurs in `<picture>` and `<audio>`.
    if isVideo || type?.hasPrefix("video/") == true {
      videoFiles.append(VideoFile(address: address, type: type))
    }
  }

  /// Reads RDFa (`property="schema:dateCreated"`) and microdata outside of items, on any element.
  private mutating func readAnnotation(_ attributes: Attributes) {
    guard microdata.isOutsideItems,
      let value = attributes.bytes("content") ?? attributes.bytes("datetime"),
      let name = attributes["itemprop"] ?? attributes["property"]
    else { return }
    let key = name.lowercased().split(separator: ":").last.map(String.init) ?? ""
    metas.annotate(key, content: value)
  }
}

extension PageFacts {
  /// Whether the metadata is complete, so that the page needn't be read any further: there's a
  /// title and the headline that distinguishes it from the site's name, a description, an image,
  /// and, if the page may be an article, an author and a date.
  var isSufficient: Bool {
    guard let title = meta("og:title", "twitter:title"),
      meta("og:description", "twitter:description", "description") != nil,
      meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image") != nil
    else { return false }
    let kind = meta("og:type")?.lowercased() ?? "article"
    if kind != "website", Headline.mayBePart(of: title), !headings.contains(where: \.isOfContent) {
      return false
    }
    // A `website` may be an article too, because as many sites declare every page a website as
    // declare their articles.
    guard ["article", "blog", "website"].contains(kind) else { return true }
    return (meta("article:published_time") ?? described("\"datePublished\"")) != nil
      && (namesAuthor || described("\"author\"") != nil)
  }

  /// Whether the head names an author. The address of a profile is no name.
  private var namesAuthor: Bool {
    (allMetas("author") + allMetas("article:author")).contains {
      !PlainText.isBlank($0) && !$0.spellsAddress && !$0.hasPrefix("@")
    }
  }

  /// Whether the head seems to name a person as the author, so that the visible text isn't needed.
  private var statesAuthor: Bool {
    namesAuthor
      || jsonBlocks.contains { $0.containsBytes("\"author\"") && $0.containsBytes("Person") }
  }

  /// Whether the page seems to state its date for machines, so that the dates it shows aren't needed.
  var statesDate: Bool {
    Page.dateKeys.contains(where: metas.hasKey) || jsonBlocks.contains(where: Self.statesDate)
  }

  static func statesDate(_ block: String) -> Bool {
    block.containsBytes("\"datePublished\"") || block.containsBytes("\"uploadDate\"")
      || block.containsBytes("\"dateCreated\"")
  }

  /// Finds a JSON-LD block that seems to contain a quoted property. A text search is enough here, because
  /// the blocks are parsed later.
  private func described(_ property: StaticString) -> String? {
    jsonBlocks.first { $0.containsBytes(property) }
  }

  /// Whether the page has nothing that a card could show.
  package var isEmpty: Bool {
    title == nil && jsonBlocks.isEmpty
      && !metas.hasKeys(beginningWith: "og:") && !metas.hasKeys(beginningWith: "twitter:")
      && allMetas("description").isEmpty
  }

  /// Whether the page describes itself beyond its `<title>`. Pages that only redirect don't.
  package var isDescribed: Bool { meta("og:title", "og:description", "description") != nil }

  /// The headings inside the page's content, or its only heading if the page marks its content.
  var contentHeadings: [String] {
    let marked = headings.filter(\.isOfContent)
    return (marked.isEmpty && headings.count == 1 && hasContentElement ? headings : marked).map(
      \.text)
  }
}

extension PageFacts {
  struct Heading: Hashable {
    var text: String
    /// Whether the heading belongs to the page's content rather than to the site.
    var isOfContent: Bool
  }

  struct Picture: Hashable {
    var address: String
    var isOfContent: Bool
    var width: Int?
    var height: Int?
    var alternativeText: String?
  }

  struct VideoFile: Hashable {
    var address: String
    var type: String?
  }

  struct Meta: Hashable {
    /// The `property`, `name`, `itemprop` or `http-equiv`, in lower case.
    var key: String
    var content: String
    var media: String?
    var isInBody: Bool
  }

  struct Link: Hashable {
    var relations: LinkRelations
    var address: String
    var type: String?
    var sizes: String?
    /// The media query the link is for, such as `(prefers-color-scheme: dark)`.
    var media: String?
  }
}
