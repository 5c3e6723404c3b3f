import Markup

/// Reads the HTML that browsers and bookmark services export.
/// (https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85))
struct NetscapeReader: EntryReader {
  private let events = NetscapeEvents()
  private let parser: HTMLParser

  init() {
    parser = HTMLParser(events: events, countsLines: true)
  }

  func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    parser.parse(bytes)
    events.moveEntries(to: &entries)
  }

  func finish(into entries: inout [Entry]) throws(MalformedContent) {
    if parser.isInTag { throw MalformedContent(reason: "it ends within a tag; its end is missing") }
    if let line = events.openLinkLine {
      throw MalformedContent(reason: "it ends within the link of line \(line); its end is missing")
    }
    parser.finish()
    events.endEntry()
    events.moveEntries(to: &entries)
  }
}

/// Default folders, whose names aren't topics.
enum NetscapeRoots {
  static func areMarked(by attributes: Attributes) -> Bool {
    attributes.has("personal_toolbar_folder") || attributes.has("unfiled_bookmarks_folder")
      || attributes["id"] == "com.apple.ReadingList"
  }

  /// The names in the outermost list, as Firefox, Chrome, Edge, Safari and Raindrop write them in
  /// English.
  static let names: Set = [
    "Bookmarks", "Bookmarks Bar", "Bookmarks bar", "Bookmarks Menu", "Bookmarks Toolbar",
    "BookmarksBar", "BookmarksMenu", "Favorites", "Favorites Bar", "Favorites bar", "Favourites",
    "Favourites Bar", "Favourites bar", "Imported", "Mobile Bookmarks", "Mobile bookmarks",
    "Other Bookmarks", "Other Favorites", "Other Favourites", "Other bookmarks", "Other favorites",
    "Other favourites", "Reading List", "Synced bookmarks", "Unsorted", "Unsorted Bookmarks",
  ]
}
