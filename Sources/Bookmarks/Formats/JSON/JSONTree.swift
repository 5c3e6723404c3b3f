import Foundation
import Markup

/// Finds links in the JSON of any program. An object with an address is a link. An object that has
/// a name and contains others is a folder.
struct JSONTree {
  private(set) var drafts: [BookmarkDraft] = []

  /// Returns the entries in a top-level object, or in an object of the top-level array.
  /// - Parameters:
  ///   - isInArray: whether the object is one of several. A single object isn't a folder.
  ///   - line: where the object begins, from 1.
  /// - Returns: nil if it isn't valid JSON.
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
      // Only in our own files.
      tree.drafts[0].metadata = try? JSONSerialization.data(
        withJSONObject: own, options: [.sortedKeys, .withoutEscapingSlashes])
    }
    let isEntry = !object.values.contains { $0 is [Any] || $0 is [String: Any] }
    if tree.drafts.isEmpty, isEntry, isInArray {
      return [
        .failure(
          BookmarkProblem(line: line, sentence: "An entry has no address.", kind: .noAddress))
      ]
    }
    return tree.drafts.map { $0.entry(line: line) }
  }

  private mutating func add(
    _ dictionary: [String: Any], folders: [String], isRoot: Bool = false, isItem: Bool = true
  ) {
    let object = JSONObject(dictionary)
    if isItem, let draft = object.draft(folders: folders) {
      drafts.append(draft)
      // Only these keys, because images, authors and quotations of an entry have addresses too.
      for key in ["children", "items", "bookmarks", "links"] {
        addItems(dictionary[key], folders: folders)
      }
      return
    }
    var folders = folders
    if !isRoot, !Self.isDefaultFolder(object), let name = object.text(.title) {
      folders.append(name)
    }
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      if let child = value as? [String: Any] {
        // Some programs keep their entries in an object, by number or name.
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

  /// Objects that have an address but aren't entries, such as the author of the file.
  private static let otherObjects: Set = [
    "user", "owner", "author", "account", "profile", "meta", "publisher", "creator", "pagination",
    "feed", "site", "_links", "image", "icon", "favicon",
  ]

  /// Keys of arrays that contain bare addresses.
  private static let addressLists: Set = ["urls", "links", "bookmarks", "tabs", "items"]

  /// Whether an object is one of Firefox's default folders.
  private static func isDefaultFolder(_ object: JSONObject) -> Bool { object.has("root") }
}
