import Foundation
import Markup

/// Finds links in a tree of JSON of whichever program: what has an address is one, and what has a name
/// and holds others a folder.
struct JSONTree {
  private(set) var drafts: [BookmarkDraft] = []

  /// The entries in an object that stands at the top of a file, or in the array there.
  /// - Parameters:
  ///   - isInArray: whether it is one of several; one alone is no folder.
  ///   - line: where it begins, from 1.
  /// - Returns: nil where it is no valid JSON.
  static func entries(
    _ object: some Collection<UInt8>, isInArray: Bool, line: Int
  ) -> [EntryReader.Entry]? {
    let bytes = Data(object)
    guard
      let value = (try? JSONSerialization.jsonObject(with: bytes))
        ?? (try? JSONSerialization.jsonObject(with: JSONRepair.repaired(bytes))),
      let object = value as? [String: Any]
    else { return nil }
    var tree = JSONTree()
    tree.add(object, folders: [], isRoot: !isInArray)
    if tree.drafts.count == 1, let own = object["metadata"] as? [String: Any] {
      // Of our own files alone.
      tree.drafts[0].metadata = try? JSONSerialization.data(
        withJSONObject: own, options: [.sortedKeys, .withoutEscapingSlashes])
    }
    let isEntry = !object.values.contains { $0 is [Any] || $0 is [String: Any] }
    if tree.drafts.isEmpty, isEntry, isInArray {
      return [.failure(BookmarkProblem(line: line, sentence: "An entry has no address."))]
    }
    return tree.drafts.map { $0.entry(line: line) }
  }

  private mutating func add(
    _ dictionary: [String: Any], folders: [String], isRoot: Bool = false, isItem: Bool = true
  ) {
    let object = JSONObject(dictionary)
    if isItem, let draft = object.draft(folders: folders) {
      drafts.append(draft)
      // Pictures, authors and quotations of an entry have addresses, too.
      for key in ["children", "items", "bookmarks", "links"] {
        addItems(dictionary[key], folders: folders)
      }
      return
    }
    var folders = folders
    if !isRoot, !Self.isShelf(object), let name = object.text(.title) { folders.append(name) }
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      if let child = value as? [String: Any] {
        // Some have their entries in an object, by their numbers or names.
        let isItem = !Self.otherObjects.contains(BookmarkField.plain(key))
        add(child, folders: folders, isItem: isItem)
      } else {
        addItems(value, folders: folders)
        if Self.addressLists.contains(BookmarkField.plain(key)) {
          addAddresses(value, folders: folders)
        }
      }
    }
  }

  private mutating func addItems(_ value: Any?, folders: [String]) {
    for case let item as [String: Any] in value as? [Any] ?? [] { add(item, folders: folders) }
  }

  private mutating func addAddresses(_ value: Any?, folders: [String]) {
    for case let address as String in value as? [Any] ?? [] where address.contains("://") {
      drafts.append(BookmarkDraft(address: address, tags: folders))
    }
  }

  /// What has an address and is no entry, such as whoever made the file.
  private static let otherObjects: Set = [
    "user", "owner", "author", "account", "profile", "meta", "publisher", "creator", "pagination",
    "feed", "site", "_links", "image", "icon", "favicon",
  ]

  /// Keys of arrays of bare addresses.
  private static let addressLists: Set = ["urls", "links", "bookmarks", "tabs", "items"]

  /// Whether an object is a folder that Firefox comes with.
  private static func isShelf(_ object: JSONObject) -> Bool { object.has("root") }
}
