import Foundation
import Localization
import Markup

/// Reads Safari's `Bookmarks.plist`, a tree in an XML or binary property list, and macOS's `.webloc`,
/// which has a single address.
struct SafariFile {
  private var entries: [EntryReader.Entry] = []
  /// The number of objects that may still be read, because a binary list may refer to one object
  /// many times.
  private var budget = 1_000_000

  /// - Parameter name: the name of the file, which is the title of its only link.
  static func entries(
    in bytes: [UInt8], name: String?
  ) throws(MalformedContent) -> [EntryReader.Entry] {
    let isBinary = bytes.starts(with: "bplist".utf8)
    // The system's parser recurses for each level.
    let depth = try isBinary ? 0 : XMLTree(complete: bytes).depth
    guard depth <= depthLimit else { throw .tooDeep }
    let root: Any
    do {
      root = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    } catch {
      throw MalformedContent(reason: localized("it isn't a valid property list"))
    }
    if let address = (root as? [String: Any])?["URL"] as? String {
      return [BookmarkDraft(address: address, title: name).entry(line: nil)]
    }
    guard let children = (root as? [String: Any])?["Children"] as? [Any] else {
      throw MalformedContent(reason: localized("it is a property list, but not Safari's"))
    }
    var file = SafariFile()
    for child in children { try file.add(child, folders: [], depth: 0) }
    return file.entries
  }

  /// The maximum number of levels. Nobody nests folders this deep.
  private static let depthLimit = 200

  private mutating func add(
    _ node: Any, folders: [String], depth: Int
  ) throws(MalformedContent) {
    budget -= 1
    guard depth <= Self.depthLimit, budget > 0 else { throw .tooDeep }
    guard let node = node as? [String: Any] else { return }
    let title = node["Title"] as? String
    if let address = node["URLString"] as? String {
      let page = node["URIDictionary"] as? [String: Any]
      var draft = BookmarkDraft(
        address: address, title: page?["title"] as? String ?? title,
        tags: Array(folders.prefix(Bookmark.tagLimit)))
      let readingList = node["ReadingList"] as? [String: Any]
      draft.savedAt = readingList?["DateAdded"] as? Date
      draft.summary = readingList?["PreviewText"] as? String
      entries.append(draft.entry(line: nil))
    }
    // The names of the outermost folders aren't topics, except for folders that the user made.
    let isOwn = depth == 0 && (title.map(Self.roots.contains) ?? true)
    for child in node["Children"] as? [Any] ?? [] {
      try add(child, folders: isOwn ? [] : folders + [title ?? ""], depth: depth + 1)
    }
  }

  private static let roots: Set = ["BookmarksBar", "BookmarksMenu", "com.apple.ReadingList", ""]
}
