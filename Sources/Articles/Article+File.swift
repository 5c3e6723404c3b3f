public import Foundation
import LinkPreview
import Markup

extension Article {
  /// Reads a file that didn't come from a server: a page, Markdown, a feed or plain text.
  /// Recognises the format by the file's name and first bytes.
  ///
  /// - Parameters:
  ///   - file: the bytes of the file.
  ///   - url: the base of relative addresses in the file.
  ///   - name: the file's name; nil if it has none.
  ///   - charset: the label of the file's charset, if known.
  /// - Throws: ``ArticleError``. Any other file is ``ArticleError/notFetched(_:)`` with
  ///   ``LinkMetadataError/Cause/notAWebPage(type:)``.
  package init(
    file: Data, url: URL, name: String?, charset: String? = nil
  ) throws(ArticleError) {
    let ending = name.map { URL(filePath: $0).pathExtension.inLowerCase } ?? ""
    var sniffer = BinarySniffer(charset: charset)
    let sniffed = sniffer.mediaType(seeing: file)
    if let sniffed, Self.feedTypes.contains(sniffed) {
      try self.init(feed: file, url: url, charset: charset)
    } else if let sniffed {
      throw .notFetched(.failed(.notAWebPage(type: sniffed)))
    } else if Self.markdownEndings.contains(ending) {
      try self.init(markdown: file, url: url, charset: charset)
    } else if Feed.isJSONFeed(file) {
      try self.init(feed: file, url: url, charset: charset)
    } else if Self.pageEndings.contains(ending) || Self.isMarkup(file) {
      try self.init(html: file, url: url, charset: charset)
    } else {
      try self.init(text: file, charset: charset)
    }
  }

  /// Reads a file that a server sent.
  ///
  /// - Parameters:
  ///   - file: the bytes of the file, decompressed.
  ///   - url: the file's address, after redirects.
  ///   - mediaType: the type that the server states, in lower case; empty if it states none.
  ///   - charset: the label of the charset that the server states.
  /// - Throws: as ``init(file:url:name:charset:)``.
  package init(
    file: Data, url: URL, mediaType: String, charset: String?
  ) throws(ArticleError) {
    var sniffer = BinarySniffer(charset: charset)
    let sniffed = sniffer.mediaType(seeing: file)
    let isPlain = mediaType == "text/plain"
    // Servers often call Markdown plain text.
    if Self.markdownTypes.contains(mediaType)
      || isPlain && Self.markdownEndings.contains(url.pathExtension.inLowerCase)
    {
      try self.init(markdown: file, url: url, charset: charset)
    } else if mediaType == Self.jsonFeedType || sniffed.map(Self.feedTypes.contains) == true {
      try self.init(feed: file, url: url, charset: charset)
    } else if let other = sniffed ?? (Self.feedTypes.contains(mediaType) ? mediaType : nil) {
      throw .notFetched(.failed(.notAWebPage(type: other)))
    } else if isPlain {
      try self.init(text: file, charset: charset)
    } else {
      try self.init(html: file, url: url, charset: charset)
    }
  }

  /// The media types that may have an article. A server that states none usually sends a page.
  package static let mediaTypes =
    ["text/html", "application/xhtml+xml", "text/plain", "", jsonFeedType] + markdownTypes
    + feedTypes
  private static let markdownEndings = ["md", "markdown", "mdown", "mkd"]
  private static let pageEndings = ["html", "htm", "xhtml"]

  /// Whether a name ends like that of a file that can be read. Some of these endings are also those
  /// of hosts.
  package static func isFileName(_ name: String) -> Bool {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    guard let ending = ending.map({ String($0).inLowerCase }) else { return false }
    return (markdownEndings + pageEndings + otherEndings).contains(ending)
  }

  /// The endings of texts, PDF files and feeds.
  private static let otherEndings = ["txt", "text", "pdf", "xml", "rss", "atom", "json"]
  private static let markdownTypes = ["text/markdown", "text/x-markdown"]
  private static let jsonFeedType = "application/feed+json"
  /// The media types of feeds. Servers send feeds as any XML, so the first bytes decide.
  private static let feedTypes = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml",
    "text/xml",
  ]

  /// Whether a file begins with a tag, a comment or a document type.
  private static func isMarkup(_ file: Data) -> Bool {
    let encoding = EncodingSniffer.encoding(of: file.prefix(1_024), transportLabel: nil)
    let start = StreamingDecoder(encoding: encoding).decode(file.prefix(1_024))
    let text = start.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    return "!?/".utf8.contains(next) || (0x41...0x5A).contains(next & 0xDF)
  }
}

extension Article {
  /// Finds the article in a page you already have, without network access.
  ///
  /// - Parameters:
  ///   - html: the bytes of the page. The page may be cut off.
  ///   - url: the page's URL. Relative addresses in the page are resolved against it.
  ///   - charset: the charset label that came with the page. It overrides what the page declares.
  /// - Throws: ``ArticleError/noArticle``, ``ArticleError/needsScripts`` or
  ///   ``ArticleError/onlyPictures`` for a page without a text, ``ArticleError/botWall(host:)`` for
  ///   a bot check in place of the page, and ``ArticleError/notFetched(_:)`` with ``LinkMetadataError/cancelled`` if the task is
  ///   cancelled meanwhile.
  public init(html: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let parsed = ParsedPage(html: html, url: url, charset: charset)
    let (page, tree) = (parsed.page, parsed.tree)
    if page.wall(originalURL: url) != nil { throw .botWall(host: url.displayHost) }
    let title = page.title.map { page.headline(among: tree.mainHeadings, of: $0) ?? $0 }
    let byline = page.author.flatMap { PlainText.folded($0) }
    let discussion = Discussion(tree)
    let runs = TextRunReader.runs(of: tree)
    let published = page.published
    let features = PageFeatures(
      page, isDated: published != nil, isSigned: page.statesAuthor, tree, runs: runs)
    var kind = discussion == nil ? features.kind : .thread
    var main: MainText
    var blocks: [ArticleBlock] = []
    if let discussion {
      main = MainText(discussion, in: tree)
      blocks = BlockBuilder.blocks(of: discussion, in: main, page: page)
    } else {
      main = MainText(
        tree, runs: runs, kind: kind,
        statement: ArticleStatement(title: title, summary: page.summary, byline: byline))
      // A page without an article may still have sections.
      if kind == .article, !main.isArticle {
        kind = features.kindOfSections
        main = MainText(sectionsOf: tree, runs: runs, kind: kind)
      }
      if kind == .article || main.hasSections {
        blocks = BlockBuilder.blocks(of: main, page: page)
      }
    }
    // Some pages have their text only in metadata, and build the visible text with scripts.
    if main.length < 500, let body = parsed.statedBody, body.utf8.count > 2 * main.length {
      blocks = Self.blocks(ofStatedBody: body, page: page)
    }
    if !blocks.isEmpty, let recipe = StatedRecipe(parsed) {
      blocks += recipe.lists(missingIn: PlainTextWriter.text(of: blocks))
    }
    blocks = blocks.withoutBreadcrumb(page.url).withoutTitle(title)
    // A cancelled reader has read only a part.
    if Task.isCancelled { throw .notFetched(.cancelled) }
    guard !blocks.isEmpty else { throw main.reasonForNoText(in: html, runs: runs) }
    self.init(
      title: title, byline: byline, published: published, modified: page.modified,
      language: page.language, kind: kind, blocks: blocks)
  }
}

extension Article {
  /// The paragraphs of a text that a page states in metadata, which may be HTML.
  private static func blocks(ofStatedBody body: String, page: Page) -> [ArticleBlock] {
    if body.containsBytes("<p") || body.containsBytes("<br") || body.containsBytes("</") {
      let main = MainText(
        ParsedPage(html: Data(body.utf8), url: page.url, charset: "utf-8").tree,
        statement: ArticleStatement())
      return BlockBuilder.blocks(of: main, page: page)
    }
    return body.split(whereSeparator: \.isNewline).compactMap { line in
      PlainText.folded(String(line), limit: 100_000).map { .paragraph([.text($0)]) }
    }
  }
}

extension [ArticleBlock] {
  /// The blocks without a heading at the start that repeats the title.
  func withoutTitle(_ title: String?) -> [ArticleBlock] {
    guard let title = title.map(Self.key), !title.isEmpty else { return self }
    let index = prefix(3).firstIndex { block in
      guard case .heading(let level, let content) = block else { return false }
      // The title has no readings in brackets.
      let text = content.plainText.replacing(/(\p{Han})[(（][^()（）]*[)）]/) { $0.output.1 }
      let heading = Self.key(text)
      // The site's heading may be followed by its section before the title.
      return heading == title || heading.utf8.count > 20 && title.hasPrefix(heading)
        || level == 1 && title.utf8.count > 20 && heading.hasSuffix(title)
    }
    guard let index else { return self }
    var blocks = self
    blocks.remove(at: index)
    return blocks
  }

  private static func key(_ text: String) -> String {
    String(text.inLowerCase.unicodeScalars.filter { $0.properties.isAlphabetic })
  }
}

extension Article {
  /// Creates an article from plain text.
  ///
  /// Lines between empty lines form a paragraph. Its line breaks stay, unless they come from
  /// wrapping prose at some width. Indented text and columns are kept like code.
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - charset: the charset label that came with the file.
  ///   - isWrapped: whether all line breaks within paragraphs come from wrapping, as in the text of
  ///     a PDF file.
  /// - Throws: ``ArticleError/noArticle`` if there's no text.
  public init(
    text: Data, charset: String? = nil, isWrapped: Bool = false
  ) throws(ArticleError) {
    let encoding = EncodingSniffer.encoding(of: text, transportLabel: charset)
    let decoded = StreamingDecoder(encoding: encoding).decode(text, atEnd: true)
    let lines = String(decoding: decoded, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var blocks: [ArticleBlock] = []
    for lines in lines.split(whereSeparator: { $0.allSatisfy(\.isWhitespace) }) {
      let block = isWrapped ? Self.prose(lines) : Self.block(of: lines)
      guard let block else { continue }
      if case .code(let previous, _, _)? = blocks.last, case .code(let code, _, _) = block {
        blocks[blocks.count - 1] = .code(previous + "\n\n" + code, language: nil)
      } else {
        blocks.append(block)
      }
    }
    guard !blocks.isEmpty else { throw .noArticle }
    self.init(blocks: blocks)
  }

  private static func block(of lines: ArraySlice<Substring>) -> ArticleBlock? {
    // The first line of a paragraph may be indented.
    if lines.dropFirst().contains(where: isIndented) || lines.contains(where: hasColumns)
      || lines.count == 1 && lines.contains(where: isIndented)
    {
      let code = BlockText.code(Array(lines.joined(separator: "\n").utf8))
      return code.isEmpty ? nil : .code(code, language: nil)
    }
    let isProse = lines.dropLast().allSatisfy { wrappedLengths.contains($0.count) }
    if lines.count == 1 || isProse { return prose(lines) }
    let texts = lines.compactMap { PlainText.folded(String($0), limit: 100_000) }
    guard let first = texts.first else { return nil }
    return .paragraph(
      texts.dropFirst().reduce(into: [.text(first)]) { $0 += [.lineBreak, .text($1)] })
  }

  private static func prose(_ lines: ArraySlice<Substring>) -> ArticleBlock? {
    PlainText.folded(lines.joined(separator: " "), limit: 100_000).map { .paragraph([.text($0)]) }
  }

  /// The lengths of the lines that programs wrap text to.
  private static let wrappedLengths = 50...100

  private static func isIndented(_ line: Substring) -> Bool {
    line.hasPrefix("\t") || line.hasPrefix("  ")
  }

  private static func hasColumns(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return text.contains("   ") || text.contains("\t")
  }
}

/// A page that was parsed once for both its elements and its metadata.
struct ParsedPage {
  let tree: ElementTree
  let page: Page
  private let reader: PageReader

  /// - Parameters:
  ///   - html: the bytes of the page.
  ///   - url: the page's URL.
  ///   - charset: the charset label that came with the page.
  init(html: Data, url: URL, charset: String?) {
    let events = ElementTreeEvents(length: html.count)
    reader = PageReader(transportLabel: charset, host: url.host(), companion: events)
    reader.read(html)
    reader.finish()
    page = reader.page(at: url)
    tree = events.finish()
  }

  /// The whole page's JSON-LD and microdata.
  var linkedData: LinkedData { reader.linkedData(at: page.url) }

  /// Whether ``linkedData`` may contain a property. Rules out most pages without a search.
  func mayState(_ property: StaticString) -> Bool { reader.mayState(property) }

  /// The text that the page states as metadata (https://schema.org/articleBody).
  var statedBody: String? {
    let body = linkedData.main.text("articleBody", "text")
    return body.flatMap { $0.utf8.count > 300 ? $0 : nil }
  }
}
