import Foundation
import LinkPreview

/// Finds links in a tree of JSON of whichever program: what has an address is one, and what has a name
/// and holds others a folder.
struct JSONTree {
  private(set) var drafts: [BookmarkDraft] = []

  /// The entries in an object that stands at the top of a file, or in the array there.
  /// - Parameters:
  ///   - isInArray: whether it is one of several; one alone is no folder.
  ///   - line: where it begins, from 1.
  static func entries(
    _ object: some Sequence<UInt8>, isInArray: Bool, line: Int
  ) -> [EntryReader.Entry] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(object)),
      let object = value as? [String: Any]
    else {
      return [.failure(BookmarkProblem(line: line, sentence: "An entry is no valid JSON."))]
    }
    var tree = JSONTree()
    tree.add(object, folders: [], isRoot: !isInArray)
    if tree.drafts.count == 1, let own = object["metadata"] as? [String: Any] {
      // Of our own files alone.
      tree.drafts[0].metadata = (try? JSONSerialization.data(withJSONObject: own)).flatMap {
        try? JSONDecoder().decode(LinkMetadata.self, from: $0)
      }
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
    for (_, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      if let child = value as? [String: Any] {
        // Pocket has its entries in an object, by their numbers.
        let isMap = !child.isEmpty && child.values.allSatisfy { $0 is [String: Any] }
        if isMap {
          addItems(child.sorted { $0.key < $1.key }.map(\.value), folders: folders)
        } else {
          add(child, folders: folders, isItem: false)
        }
      } else {
        addItems(value, folders: folders)
      }
    }
  }

  private mutating func addItems(_ value: Any?, folders: [String]) {
    for case let item as [String: Any] in value as? [Any] ?? [] { add(item, folders: folders) }
  }

  /// Whether an object is a folder that Firefox comes with.
  private static func isShelf(_ object: JSONObject) -> Bool { object.has("root") }
}
