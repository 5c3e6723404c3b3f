import Localization
import Markup

/// Reads the `Bookmarks` file of Chrome and its relatives, a tree in JSON. Malformed values read as
/// absent, so that they don't hide others.
/// (https://source.chromium.org/chromium/chromium/src/+/main:components/bookmarks/browser/bookmark_codec.cc)
struct ChromeFile {
  private var entries: [EntryReader.Entry] = []

  static func entries(in bytes: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    guard let roots = JSONReader.value(of: bytes)?["roots"]?.object else {
      throw MalformedContent(reason: localized("it isn't a browser's bookmarks JSON"))
    }
    var file = ChromeFile()
    let order = ["bookmark_bar", "other", "synced"]
    for name in order { file.addContent(of: roots[name]) }
    file.addRoots(roots, except: order)
    return file.entries
  }

  private mutating func addRoots(_ roots: JSONObject, except names: [String] = []) {
    for root in roots.members.sorted(by: { $0.name < $1.name }) {
      // Vivaldi stores deleted bookmarks in a root of their own.
      if root.name != "trash", !names.contains(root.name) { addContent(of: root.value) }
    }
  }

  /// Adds the content of a root, but not its name, which isn't a topic.
  private mutating func addContent(of root: JSONValue?) {
    guard let root = root?.object else { return }
    if root["children"] == nil, root["type"] == nil, root["url"] == nil {
      // Opera has more roots inside its own.
      addRoots(root)
    } else {
      for child in root["children"]?.items ?? [] { add(child, folders: []) }
    }
  }

  private mutating func add(_ node: JSONValue, folders: [String]) {
    func text(_ key: String) -> String? { node[key]?.string }
    if case .array(let children)? = node["children"] {
      for child in children { add(child, folders: folders + [text("name") ?? ""]) }
    } else if text("type") != "folder" {
      var draft = BookmarkDraft(address: text("url") ?? "", title: text("name"), tags: folders)
      draft.savedAt = text("date_added").flatMap(BookmarkDate.date)
      draft.openedAt = text("date_last_used").flatMap(BookmarkDate.date)
      // Vivaldi stores the user's note here.
      draft.note = node["meta_info"]?["Description"]?.string
      entries.append(draft.entry(line: nil))
    }
  }
}
