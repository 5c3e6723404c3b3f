import Markup

/// Reads OPML outlines (http://opml.org/spec2.opml). Outlines with an address are links, and the
/// outlines around them are folders.
struct OPMLFile {
  private var entries: [EntryReader.Entry] = []
  /// The outlines that are feeds.
  private var feeds: [BookmarkReference] = []

  static func content(of bytes: [UInt8]) throws(MalformedContent) -> WholeFileReader.Content {
    let tree = try XMLTree(complete: bytes)
    var file = OPMLFile()
    for root in tree.roots { file.add(root, folders: []) }
    let title = tree.elements.first { $0.name == "title" }?.text
    return (file.entries, FileDetails(title: title, references: file.feeds))
  }

  private mutating func add(_ element: XMLTree.Element, folders: [String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { element[$0] }.first { $0.contains { !$0.isWhitespace } }
    }
    guard element.name == "outline" else {
      for child in element.children { add(child, folders: folders) }
      return
    }
    // Comments out the outlines inside, too.
    if value("iscomment")?.lowercased() == "true" { return }
    // The text may be HTML.
    let title =
      value("text", "title").flatMap { FeedText($0, .unknown).plain(limit: TextLimit.title) } ?? ""
    // For a feed, the page's address is preferred to the feed's.
    let addresses = ["url", "htmlurl", "xmlurl"].compactMap { value($0) }
    if let address = addresses.first(where: { WebAddress($0) != nil }) ?? addresses.last {
      var draft = BookmarkDraft(address: address, title: title)
      draft.tags = folders.prefix(Bookmark.tagLimit).filter { !$0.isEmpty }
      // A category that begins with a slash is a path.
      draft.tags += (value("category").map(TagList.tags) ?? []).flatMap { category in
        category.hasPrefix("/") ? category.split(separator: "/").map(String.init) : [category]
      }
      draft.summary = value("description")
      // Outliners such as OmniOutliner and Workflowy write notes into this attribute.
      draft.note = value("_note")
      draft.savedAt = value("created").flatMap(BookmarkDate.date)
      let entry = draft.entry(line: element.line)
      entries.append(entry)
      if let feed = value("xmlurl").flatMap(BookmarkDraft.address), case .success(let link) = entry
      {
        feeds.append(
          BookmarkReference(
            kind: .feed, address: feed, entry: link.address, title: title, tags: link.tags))
      }
    }
    for child in element.children { add(child, folders: folders + [title]) }
  }
}
