/// What a page says of itself, as it says it: the raw material of metadata.
final class PageFacts: MarkupEvents {
  /// `<meta>` elements in document order; structured properties such as `og:image:width` belong to
  /// the one before them.
  private(set) var metas: [Meta] = []
  /// `<link>` elements in document order.
  private(set) var links: [Link] = []
  /// The text of `<title>`.
  private(set) var title: String?
  /// The `<h1>` elements, the first few.
  private(set) var headings: [Heading] = []
  /// The pictures of the body, the first few, those of the content first.
  var pictures: [Picture] { contentPictures + otherPictures }
  /// The files of `<video>` elements.
  private(set) var videoFiles: [VideoFile] = []
  /// The blocks of JSON-LD.
  private(set) var jsonBlocks: [String] = []
  /// `<base href>`, against which the page's addresses are relative.
  private(set) var base: String?
  /// `<html lang>`.
  private(set) var language: String?
  /// The names of those whom `rel=author` links lead to.
  private(set) var linkedAuthors: [String] = []
  /// `<time datetime pubdate>` and its like; else the first time in the content; else that of a page
  /// with no other.
  var publicationTime: String? {
    markedTime ?? contentTime ?? (times.count == 1 ? times.first : nil)
  }
  /// Whether `<head>` has ended, after which a page rarely tells more of itself.
  private(set) var headIsComplete = false

  private(set) var microdata = MicrodataReader()

  private var contents: [String: [String]] = [:]
  private var capture: Capture?
  private var foreignDepth = 0
  private var noScriptDepth = 0
  private var contentDepth = 0
  private var contentPictures: [Picture] = []
  private var otherPictures: [Picture] = []
  private var markedTime: String?
  private var contentTime: String?
  private var times: Set<String> = []
  private var hasContentElement = false

  /// Of what a page has many, as many as are kept.
  private static let countLimit = 8

  /// The relations that metadata is made of.
  private static let relations: Set = [
    "alternate", "apple-touch-icon", "apple-touch-icon-precomposed", "canonical", "fluid-icon",
    "icon", "image_src", "manifest",
  ]

  struct Heading: Hashable {
    var text: String
    /// Whether the page marks it as that of its content, not of the site.
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
    var rels: Set<String>
    var address: String
    var type: String?
    var sizes: String?
    var title: String?
  }

  /// An element whose text is being read.
  private struct Capture {
    let element: String
    var isOfContent = false
    var text = ""
  }

  /// The first content of the first of these keys that has any.
  func meta(_ keys: String...) -> String? { meta(keys) }

  func meta(_ keys: [String]) -> String? {
    for key in keys {
      for content in contents[key] ?? [] where content.contains(where: { !$0.isWhitespace }) {
        return content
      }
    }
    return nil
  }

  /// Whether there is nothing that the rest of the page could be read for: a title and the headline
  /// that tells it from the site's name, a description, a picture, and an article's author and date.
  var tellsEnough: Bool {
    guard let title = meta("og:title", "twitter:title"),
      meta("og:description", "twitter:description", "description") != nil,
      meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image") != nil
    else { return false }
    let kind = meta("og:type")?.lowercased()
    if kind != "website", Headline.mayBePart(of: title), !headings.contains(where: \.isOfContent) {
      return false
    }
    guard kind == "article", jsonBlocks.isEmpty else { return true }
    return meta("article:published_time") != nil && meta("author", "article:author") != nil
  }

  /// Whether the page has nothing at all that a card is made of.
  var tellsNothing: Bool {
    title == nil && jsonBlocks.isEmpty
      && !metas.contains {
        $0.key.hasPrefix("og:") || $0.key.hasPrefix("twitter:") || $0.key == "description"
      }
  }

  /// The headings of the page's content: those that it marks, or its only one.
  var contentHeadings: [String] {
    let marked = headings.filter(\.isOfContent)
    return (marked.isEmpty && headings.count == 1 && hasContentElement ? headings : marked).map(
      \.text)
  }

  /// All contents of a key, in document order.
  func allMetas(_ key: String) -> [String] { contents[key] ?? [] }

  var wantsText: Bool { (capture != nil && capture?.element != "script") || microdata.wantsText }
  var wantsRawText: Bool { capture?.element == "script" }

  func elementStarted(_ name: String, attributes: MarkupAttributes) {
    microdata.elementStarted(name, attributes: attributes)
    switch name {
    case "meta": readMeta(attributes)
    case "link": readLink(attributes)
    case "base": base = base ?? attributes["href"]
    case "html": language = language ?? attributes["lang"] ?? attributes["xml:lang"]
    case "script" where attributes["type"]?.lowercased().contains("ld+json") == true:
      capture = Capture(element: name)
    // A drawing has titles of its own, which are not the page's.
    case "svg", "math": foreignDepth += 1
    case "noscript": noScriptDepth += 1
    case "title" where title == nil && foreignDepth == 0: capture = Capture(element: name)
    case "article", "main":
      contentDepth += 1
      hasContentElement = true
    case "h1" where headings.count < Self.countLimit && capture == nil:
      let isMarked = (attributes["class"] ?? "").lowercased().contains("headline")
      capture = Capture(element: name, isOfContent: contentDepth > 0 || isMarked)
    case "img": readPicture(attributes)
    case "video", "source": readVideo(name, attributes)
    case "a" where capture == nil && attributes["rel"]?.lowercased() == "author":
      capture = Capture(element: name)
    case "body": headIsComplete = true
    default: break
    }
    if name == "time" { readTime(attributes) }
    if name != "meta" { readAnnotation(attributes) }
  }

  func elementEnded(_ name: String) {
    microdata.elementEnded()
    if let capture, capture.element == name { finish(capture) }
    switch name {
    case "svg", "math": foreignDepth = max(0, foreignDepth - 1)
    case "noscript": noScriptDepth = max(0, noScriptDepth - 1)
    case "article", "main": contentDepth = max(0, contentDepth - 1)
    case "head": headIsComplete = true
    default: break
    }
  }

  func textRead(_ text: String) {
    capture?.text.append(text)
    microdata.textRead(text)
  }

  func rawTextRead(_ text: String) { capture?.text.append(text) }

  private func finish(_ capture: Capture) {
    self.capture = nil
    guard capture.text.contains(where: { !$0.isWhitespace }) else { return }
    switch capture.element {
    case "title": title = capture.text
    case "h1":
      headings.append(Heading(text: capture.text, isOfContent: capture.isOfContent))
    case "a" where linkedAuthors.count < Self.countLimit: linkedAuthors.append(capture.text)
    case "script": jsonBlocks.append(capture.text)
    default: break
    }
  }

  private func readMeta(_ attributes: MarkupAttributes) {
    guard let content = attributes["content"] else { return }
    let media = attributes["media"]
    // What stands in <noscript> is for browsers without scripts, such as a way to another page.
    let equivalent = noScriptDepth == 0 ? attributes["http-equiv"] : nil
    for value in [
      attributes["property"], attributes["name"], attributes["itemprop"], equivalent,
    ] {
      guard let value else { continue }
      for key in value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
        metas.append(Meta(key: key, content: content, media: media, isInBody: headIsComplete))
        contents[key, default: []].append(content)
      }
    }
  }

  private func readLink(_ attributes: MarkupAttributes) {
    guard let rel = attributes["rel"] else { return }
    let rels = Set(rel.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
    // Most links of a head only load scripts and styles.
    guard !rels.isDisjoint(with: Self.relations), let address = attributes["href"] else { return }
    links.append(
      Link(
        rels: rels,
        address: address, type: attributes["type"]?.lowercased(),
        sizes: attributes["sizes"]?.lowercased(), title: attributes["title"]))
  }

  private func readPicture(_ attributes: MarkupAttributes) {
    let isOfContent = contentDepth > 0
    guard (isOfContent ? contentPictures : otherPictures).count < Self.countLimit,
      // Pages that load pictures late have their address in an attribute of their own.
      let address = attributes["data-src"] ?? attributes["src"]
    else { return }
    let picture = Picture(
      address: address, isOfContent: isOfContent,
      width: attributes["width"].flatMap(StructuredMedia.pixels),
      height: attributes["height"].flatMap(StructuredMedia.pixels),
      alternativeText: attributes["alt"])
    if isOfContent { contentPictures.append(picture) } else { otherPictures.append(picture) }
  }

  private func readVideo(_ name: String, _ attributes: MarkupAttributes) {
    guard videoFiles.count < Self.countLimit, let address = attributes["src"] else { return }
    let type = attributes["type"]?.lowercased()
    // `<source>` is of pictures and sounds as well.
    if name == "video" || type?.hasPrefix("video/") == true {
      videoFiles.append(VideoFile(address: address, type: type))
    }
  }

  private func readTime(_ attributes: MarkupAttributes) {
    guard markedTime == nil, let time = attributes["datetime"] else { return }
    if times.count < 2 { times.insert(time) }
    let marks = (attributes["class"] ?? "").lowercased()
    if attributes.has("pubdate") || marks.contains("publish") || marks.contains("entry-date") {
      markedTime = time
    } else if contentDepth > 0, contentTime == nil {
      contentTime = time
    }
  }

  /// RDFa (`property="schema:dateCreated"`) and microdata outside of an item, on any element.
  private func readAnnotation(_ attributes: MarkupAttributes) {
    guard microdata.isOutsideItems, let value = attributes["content"] ?? attributes["datetime"],
      let name = attributes["itemprop"] ?? attributes["property"]
    else { return }
    let key = name.lowercased().split(separator: ":").last.map(String.init) ?? ""
    if contents[key] == nil { contents[key] = [value] }
  }
}
