import Bookmarks
import Foundation
import GRDB
import LinkPreview
import Markup
import Links

/// A row of the `link` table.
struct LinkRecord: FetchableRecord {
  /// Nil for a link that gets its id when it's inserted.
  var id: SavedLink.ID?
  var url: String
  var key: String
  var host: String
  var title: String?
  var site: String?
  var summary: String?
  var tags: [String]
  var note: String
  /// The metadata as JSON; nil for a link that was never fetched.
  var metadata: Data?
  var savedAt: Date
  var openedAt: Date?
  var trashedAt: Date?
  /// The result of the last check as JSON.
  var checked: Data?

  init(row: Row) throws {
    func date(_ column: String) throws -> Date? {
      try row.decode(Double?.self, forColumn: column).map(Date.init(timeIntervalSince1970:))
    }
    id = try row.decode(forColumn: "id")
    url = try row.decode(forColumn: "url")
    key = try row.decode(String?.self, forColumn: "key") ?? ""
    host = try row.decode(String?.self, forColumn: "host") ?? ""
    title = try row.decode(String?.self, forColumn: "title")
    site = try row.decode(String?.self, forColumn: "site")
    summary = try row.decode(String?.self, forColumn: "summary")
    tags = SavedLinkStore.split(try row.decode(String?.self, forColumn: "tags") ?? "")
    note = try row.decode(String?.self, forColumn: "note") ?? ""
    metadata = try row.decode(Data?.self, forColumn: "metadata")
    savedAt = try date("savedAt") ?? .distantPast
    openedAt = try date("openedAt")
    trashedAt = try date("trashedAt")
    checked = try row.decode(Data?.self, forColumn: "checked")
  }

  /// The row of a link. An id of 0 means a new one.
  init(_ link: SavedLink) throws {
    let address = link.metadata.originalAddress
    id = link.id == 0 ? nil : link.id
    url = address.text
    key = LinkKey.key(of: address)
    host = link.metadata.url.displayHost
    title = link.metadata.title
    site = link.metadata.siteName
    summary = link.metadata.summary
    tags = link.tags
    note = link.note
    metadata = link.isFetched ? try JSONEncoder().encode(link.metadata) : nil
    savedAt = link.savedAt
    openedAt = link.openedAt
    trashedAt = link.trashedAt
    checked = try link.check.map { try JSONEncoder().encode($0) }
  }

  /// The row of a new link from a bookmark file.
  /// - Parameter date: when it was saved, if the file doesn't say.
  init(_ bookmark: Bookmark, key: String, at date: Date) throws {
    let metadata = bookmark.linkMetadata
    url = bookmark.address.text
    self.key = key
    host = metadata?.url.displayHost ?? bookmark.address.displayHost
    title = metadata?.title ?? bookmark.title
    site = metadata?.siteName
    summary = metadata?.summary ?? bookmark.summary
    tags = SavedLinkStore.unique(bookmark.tags)
    note = bookmark.note ?? ""
    self.metadata = try metadata.map { try JSONEncoder().encode($0) }
    savedAt = bookmark.savedAt ?? date
    openedAt = bookmark.openedAt
  }

  /// Inserts the row with its own id, or with a new one.
  ///
  /// By a cached statement instead of `PersistableRecord`, because an import of 100,000 links spends
  /// most of its time here.
  mutating func insert(in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO link (id, url, key, host, title, site, summary, tags, note, metadata, savedAt,
          openedAt, trashedAt, checked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        id, url, key, host, title, site, summary, SavedLinkStore.joined(tags), note, metadata,
        savedAt.timeIntervalSince1970, openedAt?.timeIntervalSince1970,
        trashedAt?.timeIntervalSince1970, checked,
      ])
    id = id ?? db.lastInsertedRowID
  }

  /// The link of the row. If its metadata can't be decoded, the link still has its address and counts
  /// as not fetched.
  var link: SavedLink {
    var metadata = SavedLinkStore.metadata(metadata, address: url)
    let (pageTitle, isFetched) = (metadata.title, self.metadata != nil && metadata.isFetched)
    // What was saved with the link takes precedence over what its page says.
    metadata.title = title ?? metadata.title
    metadata.summary = summary ?? metadata.summary
    if self.metadata == nil { metadata.siteName = site }
    var link = SavedLink(
      id: id ?? 0, metadata: metadata, savedAt: savedAt, isFetched: isFetched,
      openedAt: openedAt, tags: tags, note: note,
      check: checked.flatMap { try? JSONDecoder().decode(LinkCheck.self, from: $0) },
      trashedAt: trashedAt)
    if pageTitle != metadata.title { link.pageTitle = pageTitle }
    return link
  }
}
