import LinkPreview

/// Reads outlines: those with an address are links, those around them folders.
struct OPMLReader: EntryReader {
  private let events = OPMLEvents()
  private let parser: MarkupParser
  private var errorWasReported = false

  init() {
    parser = MarkupParser(.xml, events: events)
    events.parser = parser
  }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    parser.parse(bytes)
    events.moveEntries(to: &entries)
    reportError(into: &entries)
  }

  mutating func finish(into entries: inout [Entry]) {
    parser.finish()
    events.moveEntries(to: &entries)
    reportError(into: &entries)
  }

  private mutating func reportError(into entries: inout [Entry]) {
    guard !errorWasReported, let line = parser.errorLine else { return }
    errorWasReported = true
    entries.append(
      .failure(
        BookmarkProblem(
          line: line, sentence: "This is not well-formed XML; entries may be missing.")))
  }
}

private final class OPMLEvents: MarkupEvents {
  weak var parser: MarkupParser?
  var wantsText: Bool { false }

  private var entries: [EntryReader.Entry] = []
  /// The names of the outlines that are open.
  private var folders: [String] = []

  func moveEntries(to target: inout [EntryReader.Entry]) {
    if target.isEmpty { swap(&target, &entries) } else { target += entries }
    entries.removeAll(keepingCapacity: true)
  }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    guard name == "outline" else { return }
    let title = attributes["text"] ?? attributes["title"] ?? ""
    // Of a feed, the page before the feed itself. Some programs write the names in lower case.
    let address =
      attributes["url"] ?? attributes["htmlUrl"] ?? attributes["htmlurl"] ?? attributes["xmlUrl"]
      ?? attributes["xmlurl"]
    if let address, !address.isEmpty {
      var draft = BookmarkDraft(address: address, title: title)
      draft.tags = folders.filter { !$0.isEmpty }
      draft.tags += attributes["category"].map(TagList.tags) ?? []
      draft.summary = attributes["description"]
      // As outliners such as OmniOutliner and Workflowy write notes.
      draft.note = attributes["_note"]
      draft.savedAt = attributes["created"].flatMap(BookmarkDate.date)
      entries.append(draft.entry(line: parser?.line))
    }
    folders.append(title)
  }

  func elementEnded(_ name: MarkupName) {
    if name == "outline" { folders.removeLast() }
  }

  func textRead(_ text: String) {}
}
