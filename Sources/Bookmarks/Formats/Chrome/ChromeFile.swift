import Localization
import Foundation

/// Reads the `Bookmarks` file of Chrome and its relatives, a tree in JSON.
/// (https://source.chromium.org/chromium/chromium/src/+/main:components/bookmarks/browser/bookmark_codec.cc)
enum ChromeFile {
  static func entries(in bytes: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw MalformedContent(reason: localized("it isn't a browser's bookmarks JSON"))
    }
    var entries: [EntryReader.Entry] = []
    let order = ["bookmark_bar", "other", "synced"]
    // Vivaldi stores deleted bookmarks in a root of their own.
    let others = document.roots.keys.filter { !order.contains($0) && $0 != "trash" }
    for name in order + others.sorted() {
      // The names of roots aren't topics.
      document.roots[name]?.addContent(to: &entries, folders: [])
    }
    return entries
  }

  private struct Document: Decodable {
    var roots: [String: ChromeNode]
  }
}

/// A bookmark or a folder. Malformed values read as absent, so that they don't hide others.
struct ChromeNode: Decodable {
  private var type: String?
  private var name: String?
  private var url: String?
  private var savedAt: Date?
  private var openedAt: Date?
  private var note: String?
  private var children: [ChromeNode]?
  /// The roots inside Opera's own root, by name.
  private var roots: [String: ChromeNode] = [:]

  private enum CodingKeys: String, CodingKey {
    case type, name, url, children
    case meta = "meta_info"
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
    // Vivaldi stores the user's note here.
    note = (try? values.decode([String: String].self, forKey: .meta))?["Description"]
    guard type == nil, url == nil, children == nil,
      let roots = try? decoder.singleValueContainer().decode([String: ChromeNode].self)
    else { return }
    self.roots = roots
  }

  /// Adds the content of a root, but not its name, which isn't a topic.
  func addContent(to entries: inout [EntryReader.Entry], folders: [String]) {
    for child in children ?? [] { child.add(to: &entries, folders: folders) }
    for (name, root) in roots.sorted(by: { $0.key < $1.key }) where name != "trash" {
      root.addContent(to: &entries, folders: folders)
    }
  }

  func add(to entries: inout [EntryReader.Entry], folders: [String]) {
    guard type == "folder" || children != nil else {
      var draft = BookmarkDraft(address: url ?? "", title: name, tags: folders)
      draft.savedAt = savedAt
      draft.openedAt = openedAt
      draft.note = note
      entries.append(draft.entry(line: nil))
      return
    }
    for child in children ?? [] {
      child.add(to: &entries, folders: folders + [name ?? ""])
    }
  }
}
