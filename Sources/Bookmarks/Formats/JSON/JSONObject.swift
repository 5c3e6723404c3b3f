import Foundation
import Markup

/// A JSON object whose keys programs spell as they like.
struct JSONObject {
  private let values: [String: Any]

  init(_ object: [String: Any]) {
    // Of keys that differ only in spelling, the first in sorted order wins, so that every run
    // agrees.
    values = Dictionary(
      object.sorted { $0.key < $1.key }.map { (BookmarkField.plain($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func value(_ field: BookmarkField) -> Any? {
    field.names.lazy.compactMap { values[$0] }.first { !($0 is NSNull) }
  }

  /// Returns the first text under one of the field's names that isn't empty.
  func text(_ field: BookmarkField) -> String? {
    field.names.lazy.compactMap { values[$0] as? String }.first { !$0.isEmpty }
  }

  func date(_ field: BookmarkField) -> Date? {
    field.names.lazy.compactMap { name in
      switch values[name] {
      case let text as String: BookmarkDate.date(text)
      case let number as NSNumber: BookmarkDate.date(number: number.doubleValue)
      default: nil
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
    draft.tags += names(value(.folder)).flatMap(TagList.folders) + names(value(.tags))
    draft.savedAt = date(.savedAt)
    draft.openedAt = date(.openedAt)
    return draft
  }

  /// The first web address, or the first text that isn't empty.
  private var address: String? {
    let all = BookmarkField.address.names.lazy.compactMap { values[$0] as? String }
    return all.first { WebAddress($0) != nil } ?? all.first { !$0.isEmpty }
  }

  /// The user's description of a bookmark in old versions of Firefox.
  private var annotation: String? {
    let all = (values["annos"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    return all.first { $0["name"] as? String == "bookmarkProperties/description" }?["value"]
      as? String
  }

  /// The object that describes the page, in entries that keep it apart from what the user did with
  /// it, as Karakeep does.
  private var page: JSONObject? {
    ["content", "page", "article", "bookmark", "link"].lazy
      .compactMap { values[$0] as? [String: Any] }.first.map(JSONObject.init)
  }

  private func draft(under entry: JSONObject, folders: [String]) -> BookmarkDraft? {
    guard address != nil else { return nil }
    return JSONObject(
      values.merging(entry.values) { page, entry in entry is NSNull ? page : entry }
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
  private func names(_ value: Any?) -> [String] {
    switch value {
    case let text as String:
      has("href") && !text.contains(",")
        ? TagList.tags(in: text, separator: " ") : TagList.tags(in: text)
    case let items as [Any]:
      items.compactMap { item in
        item as? String
          ?? (item as? [String: Any]).flatMap { object in
            JSONObject(object).text(.title) ?? JSONObject(object).text(.tags)
          }
      }
    case let object as [String: Any]:
      JSONObject(object).text(.title).map { [$0] }
        ?? (object.values.allSatisfy { $0 is [String: Any] } ? object.keys.sorted() : [])
    default: []
    }
  }
}
