import Markup

/// Reads XBEL (http://pyxml.sourceforge.net/topics/xbel/), the bookmark format of KDE, GNOME and
/// others.
struct XBELFile {
  private var entries: [EntryReader.Entry] = []

  static func entries(in bytes: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    var file = XBELFile()
    for root in try XMLTree(complete: bytes).roots { file.add(root, folders: []) }
    return file.entries
  }

  private mutating func add(_ element: XMLTree.Element, folders: [String]) {
    func text(_ name: String) -> String? { element.children.first { $0.name == name }?.text }
    switch element.name {
    // The private data of programs.
    case "info": return
    case "bookmark":
      var draft = BookmarkDraft(
        address: element["href"] ?? "", title: text("title"),
        tags: Array(folders.prefix(Bookmark.tagLimit)))
      // buku writes tags into this attribute.
      draft.tags += element["tags"].map(TagList.tags) ?? []
      draft.note = text("desc")
      // KDE stores the date in an element of its own.
      let added = element.descendants.first { $0.name == "time_added" }?.text
      draft.savedAt =
        [element["added"], added].lazy.compactMap { $0.flatMap(BookmarkDate.date) }.first
      draft.openedAt = element["visited"].flatMap(BookmarkDate.date)
      entries.append(draft.entry(line: element.line))
    default:
      let names = element.name == "folder" ? [text("title") ?? ""] : []
      for child in element.children { add(child, folders: folders + names) }
    }
  }
}
