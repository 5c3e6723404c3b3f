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

/// A JSON object whose keys programs spell as they like.
struct ProgramObject {
  private let values: [String: JSONValue]

  init(_ object: JSONObject) {
    // Of keys that differ only in spelling, the first in sorted order wins.
    values = Dictionary(
      object.members.sorted { $0.name < $1.name }.map { (BookmarkField.plain($0.name), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  private init(values: [String: JSONValue]) { self.values = values }

  func has(_ key: String) -> Bool { values[key] != nil }

  private func value(_ field: BookmarkField) -> JSONValue? {
    field.names.lazy.compactMap { values[$0] }.first { $0 != .null }
  }

  /// Returns the first text under one of the field's names that isn't empty.
  func text(_ field: BookmarkField) -> String? {
    field.names.lazy.compactMap { values[$0]?.string }.first { !$0.isEmpty }
  }

  func date(_ field: BookmarkField, unless excluded: Set<String> = []) -> Date? {
    field.names.lazy.filter { !excluded.contains($0) }.compactMap { name in
      switch values[name] {
      case .string(let text): BookmarkDate.date(text)
      case .number(let number): Double(number).flatMap(BookmarkDate.date(number:))
      case .null, .bool, .array, .object, nil: nil
      }
    }.first
  }

  /// Returns the link that the object describes, or nil if it has no address.
  func draft(folders: [String]) -> BookmarkDraft? {
    guard let address = address else { return page?.draft(under: self, folders: folders) }
    var draft = BookmarkDraft(address: address, title: text(.title), tags: folders)
    draft.summary = text(.summary)
    draft.note = text(.note)
    let description = text(.description) ?? annotation
    if draft.title == nil, has("href") {
      // Pinboard and the old Delicious call the title `description`
      // (https://pinboard.in/api/#posts_all).
      draft.title = description
    } else if has("websitedescription") {
      // Next to the page's own description, this one is the user's.
      draft.note = [description, draft.note].compactMap(\.self).joined(separator: "\n")
    } else if Self.pageKeys.contains(where: has) {
      draft.summary = draft.summary ?? description
    } else {
      draft.note = draft.note ?? description
    }
    draft.tags += value(.folder).map(names)?.flatMap(TagList.folders) ?? []
    draft.tags += value(.tags).map(names) ?? []
    draft.savedAt = date(.savedAt, unless: isRecord ? Self.creationKeys : [])
    draft.openedAt = date(.openedAt)
    return draft
  }

  /// The first web address, or the first text that isn't empty.
  private var address: String? {
    let all = BookmarkField.address.names.lazy.compactMap { values[$0]?.string }
    return all.first { WebAddress($0) != nil } ?? all.first { !$0.isEmpty }
  }

  /// Whether the object describes something of the service itself, such as a repository, whose
  /// dates aren't those of saving it.
  private var isRecord: Bool { has("htmlurl") || has("weburl") }

  private static let creationKeys: Set = [
    "created", "createdat", "createdon", "creationdate", "modified", "modifiedat", "date", "time",
    "datetime", "timestamp", "lastinteractiondate",
  ]

  /// The user's description of a bookmark in old versions of Firefox.
  private var annotation: String? {
    guard case .array(let all) = values["annos"] else { return nil }
    return all.first { $0["name"]?.string == "bookmarkProperties/description" }?["value"]?.string
  }

  /// The object that describes the page, in entries that keep it apart from what the user did with
  /// it, as Karakeep does.
  private var page: ProgramObject? {
    ["content", "page", "article", "bookmark", "link", "repo", "repository", "project"].lazy
      .compactMap { values[$0]?.object }.first.map(ProgramObject.init)
  }

  private func draft(under entry: ProgramObject, folders: [String]) -> BookmarkDraft? {
    guard address != nil else { return nil }
    return ProgramObject(
      values: values.merging(entry.values) { page, entry in entry == .null ? page : entry }
    )
    .draft(folders: folders)
  }

  /// Keys that mark the description beside them as taken from the page by the service, not written
  /// by the user.
  private static let pageKeys = [
    "author", "image", "imageurl", "cover", "thumbnail", "publishedat", "sitename", "excerpt",
    "readingprogress", "note", "notes", "extended", "comment", "content",
  ]

  /// Returns the names in a text, in an array of texts or of objects that have a name, or in an
  /// object: its own name or its keys.
  private func names(_ value: JSONValue) -> [String] {
    switch value {
    case .string(let text):
      has("href") && !text.contains(",")
        ? TagList.tags(in: text, separator: " ") : TagList.tags(in: text)
    case .array(let items):
      items.compactMap { item in
        item.string
          ?? item.object.map(ProgramObject.init).flatMap { $0.text(.title) ?? $0.text(.tags) }
      }
    case .object(let object):
      ProgramObject(object).text(.title).map { [$0] }
        ?? (object.members.allSatisfy { $0.value.object != nil }
          ? object.members.map(\.name).sorted() : [])
    case .null, .bool, .number: []
    }
  }
}
