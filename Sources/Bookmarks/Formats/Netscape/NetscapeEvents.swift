import Markup

/// Links are `<A>`, what a person wrote of them `<DD>`, folders `<H3>` with a `<DL>` after it.
final class NetscapeEvents: MarkupEvents {
  /// For the lines of problems.
  weak var parser: MarkupParser?

  private enum Place { case elsewhere, title, note, folderName }

  private var entries: [EntryReader.Entry] = []
  private var place = Place.elsewhere
  private var text = ""
  /// The link whose note may still come, and its line.
  private var draft: BookmarkDraft?
  private var line = 1
  /// Names of the folders that are open, without the roots.
  private var folders: [String] = []
  /// Whether each list that is open is one of ``folders``.
  private var listsAreFolders: [Bool] = []
  /// The folder whose list comes next.
  private var nextFolder: String?
  private var nextIsRoot = false

  func moveEntries(to target: inout [EntryReader.Entry]) {
    if target.isEmpty { swap(&target, &entries) } else { target += entries }
    entries.removeAll(keepingCapacity: true)
  }

  /// Gives out the link that was read, once nothing more of it can come.
  func endEntry() {
    endText()
    guard let draft else { return }
    entries.append(draft.entry(line: line))
    self.draft = nil
  }

  /// The line of a link that has begun and has not ended.
  var openLinkLine: Int? { place == .title ? line : nil }

  // MARK: - Events

  var wantsText: Bool { place != .elsewhere && text.utf8.count < Self.textLimit }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    switch name {
    case "a":
      // A link within a note is a part of it, unless it is a bookmark itself.
      if place == .note, !attributes.has("add_date") { return }
      endEntry()
      startLink(attributes)
    case "dd":
      endText()
      if draft != nil { place = .note }
    case "br": if place == .note { text += "\n" }
    case "h3":
      endEntry()
      place = .folderName
      nextIsRoot = NetscapeRoots.areMarked(by: attributes)
    case "dl":
      endEntry()
      if let nextFolder { folders.append(nextFolder) }
      listsAreFolders.append(nextFolder != nil)
      nextFolder = nil
    case "dt", "li": endEntry()
    default: break
    }
  }

  func elementEnded(_ name: MarkupName) {
    switch name {
    case "a": if place == .title { endText() }
    case "h3": if place == .folderName { endText() }
    case "dl":
      endEntry()
      if listsAreFolders.popLast() == true { folders.removeLast() }
    default: break
    }
  }

  func textRead(_ text: String) {
    // Most texts come in one piece, which need not be copied.
    if self.text.isEmpty { self.text = text } else { self.text += text }
  }

  /// In bytes, of one title or note; more is cut later anyhow.
  private static let textLimit = 100_000

  // MARK: - Parts

  private func endText() {
    switch place {
    case .title: draft?.title = text
    case .note: draft?.note = Self.withoutNoteMarks(text)
    case .folderName:
      // Roots lie in the outermost list, where Chrome and Safari mark none of theirs but by name.
      let isRoot = nextIsRoot || listsAreFolders.count <= 1 && NetscapeRoots.names.contains(text)
      nextFolder = isRoot ? nil : text
    case .elsewhere: break
    }
    place = .elsewhere
    text = ""
  }

  /// A note without what linkding puts around the second of its two.
  private static func withoutNoteMarks(_ note: String) -> String {
    guard note.utf8.contains(UInt8(ascii: "[")) else { return note }
    return note.replacing("[linkding-notes]", with: "\n").replacing("[/linkding-notes]", with: "")
  }

  private func startLink(_ attributes: MarkupAttributes) {
    // Without an address it is a place to jump to.
    guard let address = attributes["href"] else { return }
    var draft = BookmarkDraft(address: address)
    // The second is Pocket's.
    draft.savedAt = (attributes["add_date"] ?? attributes["time_added"]).flatMap(BookmarkDate.date)
    draft.openedAt = attributes["last_visit"].flatMap(BookmarkDate.date)
    draft.summary = attributes["summary"]
    // As Scuttle writes notes.
    draft.note = attributes["description"]
    draft.tags = (attributes["tag_list"] ?? attributes["tags"]).map(TagList.tags) ?? []
    if !folders.isEmpty { draft.tags.insert(contentsOf: folders.prefix(Bookmark.tagLimit), at: 0) }
    self.draft = draft
    line = parser?.line ?? 1
    place = .title
  }
}
