import Foundation
import GRDB
import Localization

/// Reads the bookmarks in Firefox's tables.
/// (https://searchfox.org/mozilla-central/source/toolkit/components/places/nsPlacesTables.h)
struct PlacesBookmarks {
  private let db: Database
  /// Folders by id, without the roots.
  private let folders: [Int64: Folder]
  /// Tags by the id of their place.
  private let tags: [Int64: [String]]

  private struct Folder {
    var parent: Int64
    var title: String
  }

  init(_ db: Database) throws {
    self.db = db
    var folders: [Int64: Folder] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, parent, title FROM moz_bookmarks
        WHERE type = 2 AND guid NOT IN (\(Self.rootList))
        """)
    while let row = try rows.next() {
      folders[try row.decode(atIndex: 0)] = Folder(
        parent: try row.decode(Int64?.self, atIndex: 1) ?? 0,
        title: try row.decode(String?.self, atIndex: 2) ?? "")
    }
    self.folders = folders
    var tags: [Int64: [String]] = [:]
    // A tag is a folder in the root of tags, and contains a second item for each tagged place.
    let tagged = try Row.fetchCursor(
      db,
      sql: """
        SELECT item.fk, tag.title FROM moz_bookmarks item
        JOIN moz_bookmarks tag ON tag.id = item.parent
        JOIN moz_bookmarks root ON root.id = tag.parent AND root.guid = 'tags________'
        WHERE item.fk IS NOT NULL AND tag.title IS NOT NULL ORDER BY tag.title
        """)
    while let row = try tagged.next() {
      tags[try row.decode(atIndex: 0), default: []].append(try row.decode(atIndex: 1))
    }
    self.tags = tags
  }

  /// Delivers all bookmarks in the order they were created, 500 at a time.
  func read(
    _ deliver: (inout [EntryReader.Entry]) throws(BookmarkFileError) -> Void
  ) throws {
    // Firefox has stored page descriptions since version 58.
    let hasSummaries = try db.columns(in: "moz_places").contains { $0.name == "description" }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT place.url, item.title, item.dateAdded, place.last_visit_date, item.parent, place.id,
          \(hasSummaries ? "place.description" : "NULL")
        FROM moz_bookmarks item JOIN moz_places place ON place.id = item.fk
        WHERE item.type = 1 AND item.parent NOT IN (
          SELECT tag.id FROM moz_bookmarks tag
          JOIN moz_bookmarks root ON root.id = tag.parent AND root.guid = 'tags________')
        ORDER BY item.id
        """)
    var entries: [EntryReader.Entry] = []
    while let row = try rows.next() {
      entries.append(entry(row))
      if entries.count == 500 { try deliver(&entries) }
    }
    try deliver(&entries)
  }

  private func entry(_ row: Row) -> EntryReader.Entry {
    do {
      var draft = BookmarkDraft(address: try row.decode(atIndex: 0))
      draft.title = try row.decode(atIndex: 1)
      draft.savedAt = try row.decode(Double?.self, atIndex: 2).flatMap(BookmarkDate.date(number:))
      draft.openedAt = try row.decode(Double?.self, atIndex: 3).flatMap(BookmarkDate.date(number:))
      draft.tags = path(of: try row.decode(Int64?.self, atIndex: 4) ?? 0)
      draft.tags += tags[try row.decode(atIndex: 5)] ?? []
      draft.summary = try row.decode(atIndex: 6)
      return draft.entry(line: nil)
    } catch {
      return .failure(BookmarkProblem(line: nil, sentence: localized("A bookmark can't be read.")))
    }
  }

  /// Returns the names of the folders around a bookmark, outermost first.
  private func path(of id: Int64) -> [String] {
    var names: [String] = []
    var next = id
    // Limited, because in a damaged file a folder may contain itself.
    while let folder = folders[next], names.count < Bookmark.tagLimit {
      names.append(folder.title)
      next = folder.parent
    }
    return names.reversed()
  }

  private static let rootList = [
    "root________", "menu________", "toolbar_____", "tags________", "unfiled_____", "mobile______",
  ].map { "'\($0)'" }.joined(separator: ", ")
}
