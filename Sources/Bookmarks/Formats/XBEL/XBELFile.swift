import Markup

/// Reads XBEL (http://pyxml.sourceforge.net/topics/xbel/), the bookmark format of KDE, GNOME and
/// others.
enum XBELFile {
  static func entries(in bytes: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    try MarkupFile.read(bytes) { XBELEvents() }.entries
  }
}

private final class XBELEvents: XMLEvents {
  private(set) var entries: [EntryReader.Entry] = []
  private enum TextContext { case elsewhere, title, note, time }

  private var context = TextContext.elsewhere
  private var text = ""
  private var folders: [String] = []
  private var draft: BookmarkDraft?
  private var draftLine: Int?
  /// The number of open elements inside `<info>`, which contains the private data of programs.
  private var infoDepth = 0

  var wantsText: Bool { context != .elsewhere && text.utf8.count < 100_000 }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    if infoDepth > 0 || name == "info" {
      infoDepth += 1
      // KDE stores the date in this element.
      if name == "time_added" { (context, text) = (.time, "") }
      return
    }
    switch name {
    case "folder": folders.append("")
    case "bookmark":
      var draft = BookmarkDraft(
        address: attributes["href"] ?? "", tags: Array(folders.prefix(Bookmark.tagLimit)))
      // buku writes tags into this attribute.
      draft.tags += (attributes["TAGS"] ?? attributes["tags"]).map(TagList.tags) ?? []
      draft.savedAt = attributes["added"].flatMap(BookmarkDate.date)
      draft.openedAt = attributes["visited"].flatMap(BookmarkDate.date)
      self.draft = draft
      draftLine = line
    case "title": (context, text) = (.title, "")
    case "desc": (context, text) = (.note, "")
    default: break
    }
  }

  func elementEnded(_ name: String) {
    if infoDepth > 0 {
      infoDepth -= 1
      if context == .time {
        if draft?.savedAt == nil { draft?.savedAt = BookmarkDate.date(text) }
        context = .elsewhere
      }
      return
    }
    switch name {
    case "folder": _ = folders.popLast()
    case "bookmark":
      if let draft { entries.append(draft.entry(line: draftLine)) }
      draft = nil
    case "title":
      if draft != nil { draft?.title = text } else { nameFolder() }
      context = .elsewhere
    case "desc":
      draft?.note = text
      context = .elsewhere
    default: break
    }
  }

  func textRead(_ text: String) { self.text += text }

  private func nameFolder() {
    // Outside folders, the text is the title of the whole file.
    if let last = folders.indices.last { folders[last] = text }
  }
}
