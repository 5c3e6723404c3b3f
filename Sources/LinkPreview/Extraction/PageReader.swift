import Markup
public import Foundation

/// Reads a page as its bytes arrive and knows when it has read enough.
///
/// The way of every byte: decoder (any charset to UTF-8), parser (UTF-8 to events), facts.
final class PageReader {
  private let transportLabel: String?
  private let readsWhole: Bool
  private let facts = PageFacts()
  private let parser: MarkupParser
  private var decoder: StreamingDecoder?
  private var headWasTold = false
  /// Bytes kept until there are enough to tell the charset by.
  private var start: [UInt8] = []
  /// How many bytes were parsed.
  private var count = 0

  /// - Parameters:
  ///   - transportLabel: the charset that the `Content-Type` header names.
  ///   - readsWhole: whether the page is to be read to its end, whatever it told before.
  init(transportLabel: String?, readsWhole: Bool = false) {
    self.transportLabel = transportLabel
    self.readsWhole = readsWhole
    parser = MarkupParser(.html, events: facts)
  }

  /// Whether the head is complete and gave all that a card shows. What it lacks may stand in the
  /// body, where one page in seven has tags or JSON-LD.
  var hasReadEnough: Bool { !readsWhole && facts.headIsComplete && facts.isSufficient }

  /// Reads the next bytes of the page.
  func read(_ bytes: some Collection<UInt8>) {
    if decoder == nil {
      start.append(contentsOf: bytes)
      let encoding = EncodingSniffer.encoding(of: start, transportLabel: transportLabel)
      // Three bytes could still be the beginning of a byte order mark.
      let isTold = encoding != nil && start.count > 3
      if isTold || start.count >= EncodingSniffer.prescanLength || startHoldsHead {
        parseStart(encoding: encoding)
      }
    } else {
      parse(bytes)
    }
  }

  /// Reads what was kept back, once no more bytes will come.
  /// - Parameter isWhole: whether the page ended there; elements still open then count as closed.
  func finish(isWhole: Bool = true) {
    if decoder == nil {
      parseStart(encoding: EncodingSniffer.encoding(of: start, transportLabel: transportLabel))
    }
    if isWhole, !hasReadEnough {
      parser.parse(decoder?.decode([], atEnd: true) ?? [])
      parser.finish()
    }
  }

  /// What the head told, once, when it has just ended and the body is read for more.
  func newlyCompleteHead(at url: URL) -> Page? {
    guard facts.headIsComplete, !headWasTold else { return nil }
    headWasTold = true
    return hasReadEnough ? nil : page(at: url)
  }

  /// What the page told, up to where it was read.
  /// - Parameter url: where it is from, after redirects.
  func page(at url: URL) -> Page { Page(facts: facts, url: url) }

  /// A short head is no reason to wait for a body that may be long in coming.
  private var startHoldsHead: Bool {
    start.firstRange(of: Array("</head>".utf8)) != nil
      || start.firstRange(of: Array("<body".utf8)) != nil
  }

  private func parseStart(encoding: TextEncoding?) {
    decoder = StreamingDecoder(encoding: encoding)
    parse(start)
    start = []
  }

  /// In slices, so that a large piece is not parsed to its end when its first part tells all, or when
  /// the task is cancelled, as it is when its time is up.
  private func parse(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty, !hasReadEnough, !Task.isCancelled {
      let slice = rest.prefix(min(max(4_096, count / 8), 65_536))
      parser.parse(decoder?.decode(slice) ?? [])
      count += slice.count
      rest = rest[slice.endIndex...]
    }
  }
}

extension LinkMetadata {
  /// The metadata of a page that is at hand, without network.
  ///
  /// - Parameters:
  ///   - html: the bytes of the page; the end may be missing.
  ///   - url: where the page is from; relative addresses in it are resolved against this.
  ///   - charset: the charset label that came with the page, which overrules what the page says.
  ///
  ///     LinkMetadata(html: Data("<title>Hi</title>".utf8), url: url).title  // "Hi"
  public init(html: Data, url: URL, charset: String? = nil) {
    self.init(page: Self.page(html: html, url: url, charset: charset), originalURL: url)
  }

  /// As ``init(html:url:charset:)``, and failing as a fetch does where the page has nothing to say:
  /// with ``LinkMetadataError/Cause/botWall(host:)`` and ``LinkMetadataError/Cause/emptyPage``.
  package init(reading html: Data, url: URL, charset: String?) throws(LinkMetadataError) {
    if html.isEmpty { throw .failed(.emptyPage) }
    let page = Self.page(html: html, url: url, charset: charset)
    if page.wall(originalURL: url) != nil { throw .failed(.botWall(host: url.displayHost)) }
    self.init(page: page, originalURL: url)
  }

  private static func page(html: Data, url: URL, charset: String?) -> Page {
    let reader = PageReader(transportLabel: charset)
    reader.read(html)
    reader.finish()
    return reader.page(at: url)
  }
}
