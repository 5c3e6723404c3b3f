import Bookmarks
import Foundation
import GRDB
import LinkPreview
import LinkSync
import Markup
import Links

/// A row of the `link` table.
struct LinkRecord: FetchableRecord {
  /// Nil for a link that gets its id on insertion.
  var id: SavedLink.ID?
  var url = ""
  var key = ""
  var host = ""
  var title: String?
  var site: String?
  var summary: String?
  /// The metadata as JSON; nil for a link that was never fetched.
  var metadata: Data?
  /// The result of the last check as JSON.
  var checked: Data?
  /// The link, without its metadata and the result of its check, because decoding these takes much
  /// longer than reading the row. ``decoded`` has them.
  var link = LinkRecord.blank

  private static let blank = SavedLink(
    id: 0, metadata: LinkMetadata(originalURL: URL(filePath: "/")), savedAt: .distantPast)

  private init() {}

  init(row: Row) throws { try self.init(row: row, columns: LinkColumn.all) }

  init(row: Row, columns: [LinkColumn]) throws {
    id = try row.decode(forColumn: "id")
    for column in columns { try column.read(&self, row) }
  }

  /// Creates the row of a link. An id of 0 means a new link.
  init(_ link: SavedLink) throws {
    let address = link.metadata.originalAddress
    id = link.id == 0 ? nil : link.id
    url = address.text
    key = LinkKey.key(of: address)
    host = link.metadata.url.displayHost
    title = link.metadata.title
    site = link.metadata.siteName
    summary = link.metadata.summary
    metadata = link.isFetched ? try StoredJSON.data(of: link.metadata) : nil
    checked = try link.check.map { try StoredJSON.data(of: $0) }
    self.link = link
  }

  /// Creates the row of a new link from a bookmark file.
  /// - Parameter date: the time of the import, used if the file has no date.
  init(_ bookmark: Bookmark, key: String, at date: Date) throws {
    let imported = LinkColumn.ImportedBookmark(
      bookmark: bookmark, metadata: bookmark.linkMetadata, date: date)
    self.key = key
    for column in LinkColumn.all { try column.readBookmark?(&self, imported) }
  }

  /// Creates the row of a link from its merged fields.
  init(_ registers: LinkRegisters, key: String, address: WebAddress) {
    self.key = key
    for column in LinkColumn.all { column.exchange?.read(&self, registers, address) }
  }

  /// Inserts the row with its own id, or with a new one.
  ///
  /// Uses a cached statement instead of `PersistableRecord`, because an import of 100,000 links
  /// spends most of its time here.
  mutating func insert(
    in db: Database, columns: [LinkColumn] = LinkColumn.all
  ) throws {
    try db.cachedStatement(sql: columns.insertion)
      .execute(arguments: StatementArguments([id.databaseValue] + columns.values(of: self)))
    id = id ?? db.lastInsertedRowID
  }

  /// Replaces all columns of the row.
  func update(in db: Database) throws {
    try db.cachedStatement(sql: LinkColumn.all.update)
      .execute(arguments: StatementArguments(LinkColumn.all.values(of: self) + [id.databaseValue]))
  }

  /// The row's values as the fields that devices exchange.
  var syncValues: [SyncField: SyncValue] { LinkColumn.all.syncValues(of: self) }

  static func fetch(_ id: SavedLink.ID, in db: Database) throws -> LinkRecord? {
    try fetchOne(db.cachedStatement(sql: "SELECT * FROM link WHERE id = ?"), arguments: [id])
  }

  /// The link of the row. If its metadata can't be decoded, the link keeps its address and counts
  /// as not fetched.
  var decoded: SavedLink {
    var link = link
    link.id = id ?? 0
    link.metadata = SavedLinkStore.metadata(metadata, address: url)
    link.isFetched = metadata != nil && link.metadata.isFetched
    let pageTitle = link.metadata.title
    // What was saved with the link takes precedence over what its page says.
    link.metadata.title = title ?? pageTitle
    link.metadata.summary = summary ?? link.metadata.summary
    if metadata == nil { link.metadata.siteName = site }
    link.pageTitle = pageTitle == link.metadata.title ? nil : pageTitle
    link.check = checked.flatMap { try? JSONDecoder().decode(LinkCheck.self, from: $0) }
    return link
  }
}
