import Foundation

/// The file `Bookmarks` of Chrome and its kin: a tree in JSON.
/// (https://source.chromium.org/chromium/chromium/src/+/main:components/bookmarks/browser/bookmark_codec.cc)
enum ChromeFile {
  static func entries(in bytes: [UInt8]) throws(BrokenContent) -> [EntryReader.Entry] {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw BrokenContent(reason: "it is no JSON with the roots of a browser")
    }
    var entries: [EntryReader.Entry] = []
    let order = ["bookmark_bar", "other", "synced"]
    for name in order + document.roots.keys.filter({ !order.contains($0) }).sorted() {
      // The names of the roots say nothing of the links in them.
      for node in document.roots[name]?.children ?? [] { node.add(to: &entries, folders: []) }
    }
    return entries
  }

  private struct Document: Decodable {
    var roots: [String: ChromeNode]
  }
}

/// A bookmark or a folder. What is not as it should be reads as absent, so that it hides no other.
struct ChromeNode: Decodable {
  private var type: String?
  private var name: String?
  private var url: String?
  private var savedAt: Date?
  private var openedAt: Date?
  private(set) var children: [ChromeNode]?

  private enum CodingKeys: String, CodingKey {
    case type, name, url, children
    case savedAt = "date_added"
    case openedAt = "date_last_used"
  }

  init(from decoder: any Decoder) {
    guard let values = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    func text(_ key: CodingKeys) -> String? { try? values.decode(String.self, forKey: key) }
    type = text(.type)
    name = text(.name)
    url = text(.url)
    savedAt = text(.savedAt).flatMap(BookmarkDate.date)
    openedAt = text(.openedAt).flatMap(BookmarkDate.date)
    children = try? values.decode([ChromeNode].self, forKey: .children)
  }

  func add(to entries: inout [EntryReader.Entry], folders: [String]) {
    guard type == "folder" || children != nil else {
      var draft = BookmarkDraft(address: url ?? "", title: name, tags: folders)
      draft.savedAt = savedAt
      draft.openedAt = openedAt
      entries.append(draft.entry(line: nil))
      return
    }
    for child in children ?? [] {
      child.add(to: &entries, folders: folders + [name ?? ""])
    }
  }
}
