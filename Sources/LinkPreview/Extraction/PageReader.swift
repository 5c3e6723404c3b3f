public import Foundation
package import Markup

/// Parses a page as its bytes arrive, and tells when its metadata is complete.
///
/// Bytes pass through the decoder (any charset to UTF-8) and the parser (UTF-8 to events) to the
/// facts.
package final class PageReader {
  private let transportLabel: String?
  private let host: String?
  private let readsWhole: Bool
  /// Whether a companion receives the whole page too.
  private let hasCompanion: Bool
  /// The facts as of the point where they sufficed, if the page is read on for the companion.
  private var sufficientFacts: PageFacts?
  private let collector = PageFactsCollector()
  private let parser: HTMLParser
  private var decoder: StreamingDecoder?
  private var hasBegun = false
  /// Bytes buffered until the charset can be detected.
  private var start: [UInt8] = []
  /// The number of bytes parsed so far.
  private var count = 0

  private static let largestSlice = 65_536

  /// - Parameters:
  ///   - transportLabel: the charset in the `Content-Type` header.
  ///   - host: the page's host. Its country shows the likely language of a page without a charset.
  ///   - readsWhole: whether to read the page to its end, even if its head has everything.
  ///   - companion: receives the elements and texts of the whole page in valid UTF-8.
  package init(
    transportLabel: String?, host: String? = nil, readsWhole: Bool = false,
    companion: (any HTMLEvents)? = nil
  ) {
    self.transportLabel = transportLabel
    self.host = host
    self.readsWhole = readsWhole
    hasCompanion = companion != nil
    parser = HTMLParser(events: collector, companion: companion)
  }

  /// Whether the head is complete and has everything a card shows. If something is missing, the
  /// body is read as well, because one page in seven has tags or JSON-LD there.
  package var hasReadEnough: Bool {
    !readsWhole && sufficientFacts == nil && collector.facts.headIsComplete
      && collector.facts.isSufficient
  }

  /// Reads the next bytes of the page.
  package func read(_ bytes: some Sequence<UInt8>) {
    let isRead: Void? = bytes.withContiguousStorageIfAvailable { read($0) }
    if isRead == nil { Array(bytes).withUnsafeBufferPointer { read($0) } }
  }

  private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    if hasBegun {
      parse(bytes)
    } else if start.isEmpty, bytes.count >= EncodingSniffer.prescanLength {
      let encoding = EncodingSniffer.encoding(
        of: bytes.prefix(EncodingSniffer.longPrescanLength), transportLabel: transportLabel)
      parseStart(bytes, encoding: encoding)
    } else {
      start.append(contentsOf: bytes)
      let encoding = EncodingSniffer.encoding(of: start, transportLabel: transportLabel)
      // Three bytes could still be the start of a byte order mark.
      let isNoticeShown = encoding != nil && start.count > 3
      if isNoticeShown || start.count >= EncodingSniffer.prescanLength || bufferContainsHead {
        parseBuffer(encoding: encoding)
      }
    }
  }

  /// Parses the remaining buffered bytes. Call this when no more bytes will arrive.
  /// - Parameter isWhole: whether the page is complete. If so, elements that are still open count
  ///   as closed.
  package func finish(isWhole: Bool = true) {
    if !hasBegun {
      parseBuffer(encoding: EncodingSniffer.encoding(of: start, transportLabel: transportLabel))
    }
    if !isWhole { decoder?.decodeKept(parser.parse) }
    if isWhole, hasCompanion || !hasReadEnough {
      if hasReadEnough { keepFacts() }
      if let decoder { decoder.decode(.init(start: nil, count: 0), atEnd: true, parser.parse) }
      parser.finish()
    }
  }

  /// The page, as far as it was read.
  /// - Parameter url: the final URL, after redirects.
  package func page(at url: URL) -> Page {
    Page(facts: sufficientFacts ?? collector.facts, url: url)
  }

  /// The JSON-LD and microdata of the whole page, including blocks after the point where the facts
  /// sufficed. Only with a companion.
  package func linkedData(at url: URL) -> LinkedData { LinkedData(collector.facts, url: url) }

  /// Whether ``linkedData(at:)`` may have a property.
  package func mayState(_ property: StaticString) -> Bool { collector.facts.mayState(property) }

  /// Keeps the facts, because they suffice, and reads on for the companion. JSON-LD about the
  /// article may still come.
  private func keepFacts() {
    sufficientFacts = collector.facts
    parser.report(only: PageFacts.elementsOfLinkedData)
  }

  /// Whether the buffered bytes contain the whole head. If so, parsing starts at once, because the
  /// body may take long to arrive.
  private var bufferContainsHead: Bool {
    start.firstRange(of: Array("</head>".utf8)) != nil
      || start.firstRange(of: Array("<body".utf8)) != nil
  }

  private func parseBuffer(encoding: CharacterEncoding?) {
    let buffer = start
    start = []
    buffer.withUnsafeBufferPointer { parseStart($0, encoding: encoding) }
  }

  private func parseStart(_ bytes: UnsafeBufferPointer<UInt8>, encoding: CharacterEncoding?) {
    hasBegun = true
    if encoding == .utf8, !hasCompanion {
      // The parser itself takes UTF-8.
      let hasMark = EncodingSniffer.byteOrderMark(in: bytes) == .utf8
      parse(UnsafeBufferPointer(rebasing: bytes.dropFirst(hasMark ? 3 : 0)))
    } else {
      decoder = StreamingDecoder(
        encoding: encoding, guess: EncodingGuess(host: host), waitsToGuess: true)
      parse(bytes)
    }
  }

  /// Parses in slices, so that it can stop early: when the first part of a large chunk has
  /// everything, or when the task is cancelled, for example by the time limit. Even then, the first
  /// slice is parsed, because what has arrived makes a card.
  private func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
    var remaining = bytes[...]
    while !remaining.isEmpty {
      if hasReadEnough {
        guard hasCompanion else { return }
        keepFacts()
      }
      let slice = remaining.prefix(
        readsWhole || sufficientFacts != nil
          ? Self.largestSlice : min(max(8_192, count / 4), Self.largestSlice))
      let piece = UnsafeBufferPointer(rebasing: slice)
      if let decoder { decoder.decode(piece, parser.parse) } else { parser.parse(piece) }
      count += slice.count
      remaining = remaining[slice.endIndex...]
      if Task.isCancelled { return }
    }
  }
}

extension LinkMetadata {
  /// Reads the metadata of a page you already have, without network access.
  ///
  /// - Parameters:
  ///   - html: the bytes of the page. The end may be missing.
  ///   - url: the page's URL. Relative addresses in the page are resolved against it.
  ///   - charset: the charset label that came with the page. It overrides what the page declares.
  ///
  ///     LinkMetadata(html: Data("<title>Hi</title>".utf8), url: url).title  // "Hi"
  public init(html: Data, url: URL, charset: String? = nil) {
    self.init(page: Self.page(html: html, url: url, charset: charset), originalURL: url)
  }

  /// Works like ``init(html:url:charset:)``, but fails like a fetch if the page has nothing to
  /// show: with ``LinkMetadataError/Cause/botWall(host:)`` or
  /// ``LinkMetadataError/Cause/emptyPage``.
  package init(reading html: Data, url: URL, charset: String?) throws(LinkMetadataError) {
    if html.isEmpty { throw .failed(.emptyPage) }
    let page = Self.page(html: html, url: url, charset: charset)
    if page.wall(originalURL: url) != nil { throw .failed(.botWall(host: url.displayHost)) }
    self.init(page: page, originalURL: url)
  }

  /// Works like ``init(html:url:charset:)``, but reads the page to its end even if its head has
  /// everything.
  package init(readingAll html: Data, url: URL, charset: String?) {
    self.init(
      page: Self.page(html: html, url: url, charset: charset, readsWhole: true), originalURL: url)
  }

  private static func page(
    html: Data, url: URL, charset: String?, readsWhole: Bool = false
  ) -> Page {
    let reader = PageReader(transportLabel: charset, host: url.host(), readsWhole: readsWhole)
    reader.read(html)
    reader.finish()
    return reader.page(at: url)
  }
}
