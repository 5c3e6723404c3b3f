import Localization
import Markup

/// Reads the HTML that browsers and bookmark services export.
/// (https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85))
struct NetscapeReader: EntryReader {
  private let events = NetscapeEvents()
  private let parser: HTMLParser

  init() {
    parser = HTMLParser(events: events, countsLines: true)
  }

  static let isStreaming = true

  func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    parser.parse(bytes)
    events.moveEntries(to: &entries)
  }

  func finish(into entries: inout [Entry]) throws(MalformedContent) {
    if parser.isInTag {
      throw MalformedContent(reason: localized("it ends within a tag; its end is missing"))
    }
    if let line = events.openLinkLine {
      throw MalformedContent(
        reason: localized("it ends within the link of line \(line); its end is missing"))
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

/// Collects links from `<A>`, the user's notes from `<DD>`, and folders from `<H3>` followed by
/// `<DL>`.
final class NetscapeEvents: HTMLEvents {
  private enum TextContext { case elsewhere, title, note, folderName }

  private var entries: [EntryReader.Entry] = []
  private var context = TextContext.elsewhere
  private var text = ""
  /// The last link, which a note may still follow, and its line.
  private var draft: BookmarkDraft?
  private var line = 1
  /// The names of the open folders, without the roots.
  private var folders: [String] = []
  /// Whether each open list belongs to one of ``folders``.
  private var listsAreFolders: [Bool] = []
  /// The folder whose list comes next.
  private var nextFolder: String?
  private var nextIsRoot = false

  func moveEntries(to target: inout [EntryReader.Entry]) {
    if target.isEmpty { swap(&target, &entries) } else { target += entries }
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds the current link to the entries, because it's complete.
  func endEntry() {
    endText()
    guard let draft else { return }
    entries.append(draft.entry(line: line))
    self.draft = nil
  }

  /// The line of a link that has begun but not ended.
  var openLinkLine: Int? { context == .title ? line : nil }

  // MARK: - Events

  var wantsText: Bool { context != .elsewhere && text.utf8.count < Self.textLimit }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    let attributes = tag.attributes
    switch element {
    case .a:
      // A link in a note is part of the note, unless it's a bookmark itself.
      if context == .note, !attributes.has("add_date") { return }
      endEntry()
      startLink(attributes, line: tag.line)
    case .dd:
      endText()
      if draft != nil { context = .note }
    case .br: if context == .note { text += "\n" }
    case .h3:
      endEntry()
      context = .folderName
      nextIsRoot = NetscapeRoots.areMarked(by: attributes)
    case .dl:
      endEntry()
      if let nextFolder { folders.append(nextFolder) }
      listsAreFolders.append(nextFolder != nil)
      nextFolder = nil
    case .dt, .li: endEntry()
    default: break
    }
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    switch element {
    case .a: if context == .title { endText() }
    case .h3: if context == .folderName { endText() }
    case .dl:
      endEntry()
      if listsAreFolders.popLast() == true { folders.removeLast() }
    default: break
    }
  }

  func textRead(_ token: TextToken) {
    let text = token.string
    // Most texts arrive in one piece, which doesn't need to be copied.
    if self.text.isEmpty { self.text = text } else { self.text += text }
  }

  /// The maximum bytes of a title or note. Longer texts are cut later anyway.
  private static let textLimit = 100_000

  // MARK: - Parts

  private func endText() {
    switch context {
    case .title: draft?.title = text
    case .note: draft?.note = Self.withoutNoteMarks(text)
    case .folderName:
      // Roots are in the outermost list, where Chrome and Safari have them under fixed names.
      let isRoot = nextIsRoot || listsAreFolders.count <= 1 && NetscapeRoots.names.contains(text)
      nextFolder = isRoot ? nil : text
    case .elsewhere: break
    }
    context = .elsewhere
    text = ""
  }

  /// Removes the marks that linkding puts around the second of its two notes.
  private static func withoutNoteMarks(_ note: String) -> String {
    guard note.utf8.contains(UInt8(ascii: "[")) else { return note }
    return note.replacing("[linkding-notes]", with: "\n").replacing("[/linkding-notes]", with: "")
  }

  private func startLink(_ attributes: Attributes, line: Int) {
    // An `<A>` without an address is only the target of other links.
    guard let address = attributes["href"] else { return }
    var draft = BookmarkDraft(address: address)
    // `time_added` is Pocket's.
    draft.savedAt = (attributes["add_date"] ?? attributes["time_added"]).flatMap(BookmarkDate.date)
    draft.openedAt = attributes["last_visit"].flatMap(BookmarkDate.date)
    draft.summary = attributes["summary"]
    // Scuttle writes notes into this attribute.
    draft.note = attributes["description"]
    draft.tags = (attributes["tag_list"] ?? attributes["tags"]).map(TagList.tags) ?? []
    if !folders.isEmpty { draft.tags.insert(contentsOf: folders.prefix(Bookmark.tagLimit), at: 0) }
    self.draft = draft
    self.line = line
    context = .title
  }
}
