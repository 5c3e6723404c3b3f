import Markup

/// Reads the HTML that browsers and bookmark services export.
/// (https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85))
struct NetscapeReader: EntryReader {
  private let events = NetscapeEvents()
  private let parser: MarkupParser

  init() {
    parser = MarkupParser(.html, events: events, depthLimit: .max)
    events.parser = parser
  }

  func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    parser.parse(bytes)
    events.moveEntries(to: &entries)
  }

  func finish(into entries: inout [Entry]) throws(BrokenContent) {
    if parser.isInTag { throw BrokenContent(reason: "it ends within a tag; its end is missing") }
    if let line = events.openLinkLine {
      throw BrokenContent(reason: "it ends within the link of line \(line); its end is missing")
    }
    parser.finish()
    events.endEntry()
    events.moveEntries(to: &entries)
  }
}
