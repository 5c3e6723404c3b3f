import Localization
import Markup

/// Reads the HTML that browsers and bookmark services export.
/// (https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85))
///
/// The rules of HTML for elements that end others don't apply, because notes and titles may mention
/// any element.
final class NetscapeReader: EntryReader {
  private var text = NetscapeText()
  private var tokenizer = Tokenizer(countsLines: true)
  private var tokens = NetscapeTokens()

  static let isStreaming = true

  func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    tokenize(text.escape(bytes))
    tokens.moveEntries(to: &entries)
  }

  private func tokenize(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { tokenizer.read($0, into: &tokens) }
  }

  func finish(into entries: inout [Entry]) throws(MalformedContent) {
    tokenize(text.finish())
    if tokenizer.isInTag {
      throw MalformedContent(reason: localized("it ends within a tag; its end is missing"))
    }
    if let line = tokens.openLinkLine {
      throw MalformedContent(
        reason: localized("it ends within the link of line \(line); its end is missing"))
    }
    tokenizer.finish(into: &tokens)
    tokens.endEntry()
    tokens.moveEntries(to: &entries)
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
private struct NetscapeTokens: TokenSink {
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
  /// The number of lists that are open within the current note.
  private var noteListCount = 0
  /// Whether the last tag was a `<DT>` within a text, which only the next tag explains.
  private var isAfterTerm = false

  mutating func moveEntries(to target: inout [EntryReader.Entry]) {
    if target.isEmpty { swap(&target, &entries) } else { target += entries }
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds the current link to the entries, because it's complete.
  mutating func endEntry() {
    endText()
    noteListCount = 0
    guard let draft else { return }
    entries.append(draft.entry(line: line))
    self.draft = nil
  }

  /// The line of a link that has begun but not ended.
  var openLinkLine: Int? { context == .title ? line : nil }

  // MARK: - Tokens

  var wantsText: Bool { context != .elsewhere && text.utf8.count < Self.textLimit }
  var isInForeignContent: Bool { false }

  mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
    let attributes = tag.attributes
    let isAfterTerm = isAfterTerm
    self.isAfterTerm = false
    // Within a line of a title or note, a tag belongs to the text.
    let isText = context != .elsewhere && !isAfterTerm && !isAtLineStart
    switch tag.name {
    case "a":
      // A link in a note is part of the note, unless it's a bookmark itself.
      if context == .note, !isAfterTerm, !attributes.has("add_date") { break }
      endEntry()
      startLink(attributes, line: tag.line)
    case "dd" where !isText && context != .note:
      endText()
      if draft != nil { context = .note }
    case "li" where context == .note && noteListCount > 0: endLine()
    case "dt", "li":
      guard isText else {
        endEntry()
        break
      }
      addToText("<\(tag.name.string)>")
      // The next tag shows whether it's a bookmark's.
      self.isAfterTerm = noteListCount == 0
    case "h3" where !isText || attributes.has("add_date"):
      endEntry()
      context = .folderName
      nextIsRoot = NetscapeRoots.areMarked(by: attributes)
    case "dl" where !isText:
      endEntry()
      if let nextFolder { folders.append(nextFolder) }
      listsAreFolders.append(nextFolder != nil)
      nextFolder = nil
    case "dl", "ol", "ul":
      addToText("<\(tag.name.string)>")
      if context == .note { noteListCount += 1 }
    case "p", "br": if context == .note { endLine() } else if context == .title { text += " " }
    case "dd", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "div", "pre", "table", "tr",
      "td", "th":
      addToText("<\(tag.name.string)>")
    default: break
    }
    return .data
  }

  mutating func endTag(_ name: TagName) {
    switch name {
    case "a": if context == .title { endText() }
    case "h3" where context == .folderName: endText()
    case "dl" where context == .elsewhere || isAtLineStart || noteListCount == 0:
      endEntry()
      if listsAreFolders.popLast() == true { folders.removeLast() }
    case "dl", "ol", "ul":
      if context == .note { noteListCount = max(0, noteListCount - 1) }
      endLine()
    case "p", "dd", "dt", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "div", "pre",
      "table", "tr":
      endLine()
    default: break
    }
  }

  mutating func text(_ token: TextToken) {
    isAfterTerm = isAfterTerm && token.isWhitespace
    let text = token.string
    // Most texts arrive in one piece, which doesn't need to be copied.
    if self.text.isEmpty { self.text = text } else { self.text += text }
  }

  /// Whether the text so far ends with a line of the file.
  private var isAtLineStart: Bool {
    text.utf8.last { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } == UInt8(ascii: "\n")
  }

  /// Begins another line of a note. The separator isn't a line break of the file.
  private mutating func endLine() {
    guard context == .note, !text.isEmpty, !isAtLineStart else { return }
    if !text.hasSuffix(Self.lineSeparator) { text += Self.lineSeparator }
  }

  private static let lineSeparator = "\u{2028}"

  /// Adds an element that's around lines of a note. In a title, it's part of the text.
  private mutating func addToText(_ tag: String) {
    switch context {
    case .note: endLine()
    case .title, .folderName: text += tag
    case .elsewhere: break
    }
  }

  /// The maximum bytes of a title or note. Longer texts are cut later anyway.
  private static let textLimit = 100_000

  // MARK: - Parts

  private mutating func endText() {
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

  private mutating func startLink(_ attributes: Attributes, line: Int) {
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
