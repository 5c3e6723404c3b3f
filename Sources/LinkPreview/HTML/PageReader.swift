public import Foundation

/// Reads a page as its bytes arrive and knows when it has read enough.
///
/// The way of every byte: decoder (any charset to UTF-8), parser (UTF-8 to events), facts.
final class PageReader {
  private let transportLabel: String?
  private let facts = PageFacts()
  private let parser: HTMLPushParser
  private var decoder: StreamingDecoder?
  /// Bytes kept until there are enough to tell the charset by.
  private var start: [UInt8] = []

  /// - Parameter transportLabel: the charset that the `Content-Type` header names.
  init(transportLabel: String?) {
    self.transportLabel = transportLabel
    parser = HTMLPushParser(events: facts)
  }

  /// Whether reading on can't tell more: the head is complete and gave the page a title. Without
  /// one the body is read too, since some pages put their tags there.
  var hasReadEnough: Bool {
    facts.headIsComplete && (facts.title != nil || facts.meta("og:title", "twitter:title") != nil)
  }

  /// Reads the next bytes of the page.
  func read(_ bytes: some Collection<UInt8>) {
    if decoder == nil {
      start.append(contentsOf: bytes)
      if start.count >= EncodingSniffer.prescanLength { parseStart() }
    } else {
      parse(bytes)
    }
  }

  /// What the page told, up to where it was read.
  func metadata(originalURL: URL, url: URL) -> LinkMetadata {
    if decoder == nil { parseStart() }
    if !hasReadEnough {
      parser.parse(decoder?.decode([], atEnd: true) ?? [])
      parser.finish()
    }
    return LinkMetadata(facts: facts, originalURL: originalURL, url: url)
  }

  private func parseStart() {
    decoder = StreamingDecoder(
      encoding: EncodingSniffer.encoding(of: start, transportLabel: transportLabel))
    parse(start)
    start = []
  }

  /// In slices, so that a large piece is not parsed to its end when its first part tells all.
  private func parse(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty, !hasReadEnough {
      parser.parse(decoder?.decode(rest.prefix(Self.sliceLength)) ?? [])
      rest = rest.dropFirst(Self.sliceLength)
    }
  }

  private static let sliceLength = 4096
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
    let reader = PageReader(transportLabel: charset)
    reader.read(html)
    self = reader.metadata(originalURL: url, url: url)
  }
}
