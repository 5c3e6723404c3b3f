import Foundation
import Markup

/// Finds links in the JSON of any program. An object with an address is a link. An object that has
/// a name and contains others is a folder.
struct JSONTree {
  private(set) var drafts: [BookmarkDraft] = []

  /// Returns the entries in a top-level object, or in an object of the top-level array.
  /// - Parameters:
  ///   - isInArray: whether the object is one of several. A single object isn't a folder.
  ///   - line: the line in which the object begins, from 1.
  /// - Returns: nil for invalid JSON.
  static func entries(
    _ bytes: some Collection<UInt8>, isInArray: Bool, line: Int
  ) -> [EntryReader.Entry]? {
    guard let value = JSONReader.value(of: bytes), case .object(let object) = value else {
      return nil
    }
    var tree = JSONTree()
    tree.add(object, folders: [], isRoot: !isInArray)
    if tree.drafts.count == 1, let own = object["metadata"], own.object != nil {
      // Only in our own files.
      tree.drafts[0].metadata = Data(own.line.utf8)
    }
    let isEntry = !object.members.contains { $0.value.object != nil || !$0.value.items.isEmpty }
    if tree.drafts.isEmpty, isEntry, isInArray {
      return [.failure(.noAddress(line: line))]
    }
    return tree.drafts.map { $0.entry(line: line) }
  }

  private mutating func add(
    _ members: JSONObject, folders: [String], isRoot: Bool = false, isItem: Bool = true
  ) {
    let object = ProgramObject(members)
    if isItem, let draft = object.draft(folders: folders) {
      drafts.append(draft)
      // Only these keys, because images, authors and quotations of an entry have addresses too.
      for key in ["children", "items", "bookmarks", "links"] {
        addItems(members[key], folders: folders)
      }
      return
    }
    var folders = folders
    if !isRoot, !Self.isDefaultFolder(object), let name = object.text(.title) {
      folders.append(name)
    }
    for member in members.members.sorted(by: { $0.name < $1.name }) {
      if let child = member.value.object {
        // Some programs keep their entries in an object, by number or name.
        let isItem = !Self.otherObjects.contains(BookmarkField.plain(member.name))
        add(child, folders: folders, isItem: isItem)
      } else {
        addItems(member.value, folders: folders)
        if Self.addressLists.contains(BookmarkField.plain(member.name)) {
          addAddresses(member.value, folders: folders)
        }
      }
    }
  }

  private mutating func addItems(_ value: JSONValue?, folders: [String]) {
    for item in value?.items ?? [] { if let object = item.object { add(object, folders: folders) } }
  }

  private mutating func addAddresses(_ value: JSONValue, folders: [String]) {
    for address in value.items.compactMap(\.string) where address.contains("://") {
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
  private static func isDefaultFolder(_ object: ProgramObject) -> Bool { object.has("root") }
}
