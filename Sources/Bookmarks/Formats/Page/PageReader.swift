import Markup

/// Reads the links in the text of a web page.
struct PageReader: EntryReader {
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
