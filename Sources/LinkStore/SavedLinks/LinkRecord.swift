public import Bookmarks
import Foundation
import GRDB
public import LinkPreview
public import Links
import Markup

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

  init(row: Row) throws { try self.init(row, LinkColumn.all) }

  /// Reads a row that begins with the id and these columns. Their names aren't looked up, because that
  /// would take as long as the rest of a long list.
  private init(_ row: Row, _ columns: [LinkColumn]) throws {
    id = try row.decode(atIndex: 0)
    for (index, column) in columns.enumerated() { try column.read(&self, row, index + 1) }
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
  mutating func insert(in db: Database) throws {
    try db.cachedStatement(sql: LinkColumn.all.insertion)
      .execute(arguments: StatementArguments([id.databaseValue] + LinkColumn.all.values(of: self)))
    id = id ?? db.lastInsertedRowID
  }

  /// Writes all columns of the row that have another value there.
  func update(in journal: Journal) throws {
    guard let id else { return }
    try journal.update(LinkColumn.all, of: id) { _ in LinkColumn.all.values(of: self) }
  }

  /// The row's values as the fields that devices exchange.
  var syncValues: [SyncField: SyncValue] { LinkColumn.all.syncValues(of: self) }

  /// Returns the rows that a condition in SQL chooses.
  /// - Parameter columns: those to read. The record has no values of the others.
  static func fetchAll(
    _ columns: [LinkColumn] = LinkColumn.all, where condition: String,
    arguments: StatementArguments, in db: Database
  ) throws -> [LinkRecord] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, \(columns.names) FROM link WHERE \(condition)"),
      arguments: arguments
    ).map { try LinkRecord($0, columns) }
  }

  static func fetch(
    _ id: SavedLink.ID, _ columns: [LinkColumn] = LinkColumn.all, in db: Database
  ) throws -> LinkRecord? {
    try fetchAll(columns, where: "id = ?", arguments: [id], in: db).first
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
    link.check = check
    return link
  }

  /// The result of the last check; nil if there was none, or if it can't be decoded.
  var check: LinkCheck? { checked.flatMap { try? JSONDecoder().decode(LinkCheck.self, from: $0) } }
}

/// A column of the `link` table. The schema, the insertion of rows, the journal, the full-text index,
/// undo and the exchange with other devices go through the columns of ``all``. What changes only some
/// columns names them, in ``SavedLinkStore`` and its imports. A new column also needs
/// a property of ``SavedLink`` and ``LinkRecord``, and a ``SavedField`` if people see it.
struct LinkColumn: Sendable {
  let name: String
  /// The column's type and constraints in SQL.
  let definition: String
  /// Whether the column is in the log of changes, so that undo restores it.
  var isUndoable = false
  /// Whether the full-text index contains the column.
  var isIndexed = false
  /// The value to store.
  let value: @Sendable (LinkRecord) -> DatabaseValue
  /// Reads the value at an index of a row.
  let read: @Sendable (inout LinkRecord, Row, Int) throws -> Void
  /// Reads the value from a bookmark file; nil if such files have none.
  var readBookmark: (@Sendable (inout LinkRecord, ImportedBookmark) throws -> Void)?
  /// The way in which devices exchange the column; nil if they don't, because it follows from other
  /// columns.
  var exchange: Exchange?

  /// The exchange of a column between devices, as one field or several.
  struct Exchange: Sendable {
    /// Adds the record's fields.
    let add: @Sendable (LinkRecord, inout [SyncField: SyncValue]) -> Void
    /// Reads the merged fields of a page.
    let read: @Sendable (inout LinkRecord, LinkRegisters, WebAddress) -> Void
  }

  /// An entry of a bookmark file.
  struct ImportedBookmark {
    let bookmark: Bookmark
    /// The metadata of its page, if the file has it.
    let metadata: LinkMetadata?
    /// When it was imported, used if the file has no date.
    let date: Date
  }
}

extension LinkColumn {
  static let all: [LinkColumn] = [
    url, key, host, title, site, summary, tags, note, metadata, savedAt, openedAt, trashedAt,
    checked,
  ]

  /// The address as the user or the file gave it.
  static let url = LinkColumn(
    name: "url", definition: "TEXT NOT NULL", isUndoable: true, isIndexed: true,
    value: { $0.url.databaseValue },
    read: { $0.url = try $1.decode(atIndex: $2) },
    readBookmark: { $0.url = $1.bookmark.address.text },
    exchange: Exchange(
      add: { $1[.address] = .text($0.url) }, read: { $0.url = $2.text }))

  /// A key that all addresses of a page share; see ``LinkKey``.
  static let key = LinkColumn(
    name: "key", definition: "TEXT NOT NULL UNIQUE", isUndoable: true,
    value: { $0.key.databaseValue },
    read: { $0.key = try $1.decode(String?.self, atIndex: $2) ?? "" })

  static let host = LinkColumn(
    name: "host", definition: "TEXT NOT NULL", isUndoable: true, isIndexed: true,
    value: { $0.host.databaseValue },
    read: { $0.host = try $1.decode(String?.self, atIndex: $2) ?? "" },
    readBookmark: {
      $0.host = $1.metadata?.url.displayHost ?? $1.bookmark.address.displayHost
    })

  static let title = LinkColumn(
    name: "title", definition: "TEXT", isUndoable: true, isIndexed: true,
    value: { $0.title.databaseValue },
    read: { $0.title = try $1.decode(atIndex: $2) },
    readBookmark: { $0.title = $1.metadata?.title ?? $1.bookmark.title },
    exchange: Exchange(
      add: { $1[.title] = $0.title.map(SyncField.title.value(of:)) },
      read: { record, registers, _ in record.title = registers.text(.title) }))

  static let site = LinkColumn(
    name: "site", definition: "TEXT", isUndoable: true, isIndexed: true,
    value: { $0.site.databaseValue },
    read: { $0.site = try $1.decode(atIndex: $2) },
    readBookmark: { $0.site = $1.metadata?.siteName })

  static let summary = LinkColumn(
    name: "summary", definition: "TEXT", isUndoable: true, isIndexed: true,
    value: { $0.summary.databaseValue },
    read: { $0.summary = try $1.decode(atIndex: $2) },
    readBookmark: { $0.summary = $1.metadata?.summary ?? $1.bookmark.summary },
    exchange: Exchange(
      add: { $1[.summary] = $0.summary.map(SyncField.summary.value(of:)) },
      read: { record, registers, _ in record.summary = registers.text(.summary) }))

  /// The tags, separated by line breaks.
  static let tags = LinkColumn(
    name: "tags", definition: "TEXT NOT NULL DEFAULT ''", isUndoable: true, isIndexed: true,
    value: { SavedLinkStore.joined($0.link.tags).databaseValue },
    read: {
      $0.link.tags = SavedLinkStore.split(try $1.decode(String?.self, atIndex: $2) ?? "")
    },
    readBookmark: { $0.link.tags = SavedLinkStore.unique($1.bookmark.tags) },
    exchange: Exchange(
      add: { record, values in
        for tag in record.link.tags {
          if let tag = SyncLine.tag(tag) { values[.tag(tag.tagKey)] = .text(tag) }
        }
      },
      read: { record, registers, _ in record.link.tags = registers.tags }))

  static let note = LinkColumn(
    name: "note", definition: "TEXT NOT NULL DEFAULT ''", isUndoable: true, isIndexed: true,
    value: { $0.link.note.databaseValue },
    read: { $0.link.note = try $1.decode(String?.self, atIndex: $2) ?? "" },
    readBookmark: { $0.link.note = $1.bookmark.note ?? "" },
    exchange: Exchange(
      add: { $1[.note] = SyncField.note.value(of: $0.link.note) },
      read: { record, registers, _ in record.link.note = registers.text(.note) ?? "" }))

  /// LinkMetadata as JSON; null until the page is fetched.
  static let metadata = LinkColumn(
    name: "metadata", definition: "BLOB", isUndoable: true,
    value: { $0.metadata.databaseValue },
    read: { $0.metadata = try $1.decode(atIndex: $2) },
    readBookmark: { $0.metadata = try $1.metadata.map { try StoredJSON.data(of: $0) } },
    exchange: Exchange(
      add: { $1[.metadata] = $0.metadata.map { .text(json($0)) } },
      read: { record, registers, address in
        let page = registers.text(.metadata)
          .flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: Data($0.utf8)) }?
          .sanitized(for: address)
        record.metadata = page.flatMap { try? StoredJSON.data(of: $0) }
        record.site = page?.siteName
        record.host = page?.url.displayHost ?? address.displayHost
      }))

  static let savedAt = LinkColumn(
    name: "savedAt", definition: "REAL NOT NULL", isUndoable: true,
    value: { $0.link.savedAt.timeIntervalSince1970.databaseValue },
    read: { $0.link.savedAt = try date($1, $2) ?? .distantPast },
    readBookmark: { $0.link.savedAt = $1.bookmark.savedAt ?? $1.date },
    exchange: Exchange(
      add: { $1[.saved] = .date($0.link.savedAt.syncMilliseconds) },
      read: { record, registers, _ in
        record.link.savedAt = Date(syncMilliseconds: registers.date(.saved) ?? 0)
      }))

  static let openedAt = LinkColumn(
    name: "openedAt", definition: "REAL",
    value: { ($0.link.openedAt?.timeIntervalSince1970).databaseValue },
    read: { $0.link.openedAt = try date($1, $2) },
    readBookmark: { $0.link.openedAt = $1.bookmark.openedAt },
    exchange: Exchange(
      add: { $1[.opened] = ($0.link.openedAt?.syncMilliseconds).map { .date($0) } },
      read: { record, registers, _ in
        record.link.openedAt = registers.date(.opened).map(Date.init(syncMilliseconds:))
      }))

  static let trashedAt = LinkColumn(
    name: "trashedAt", definition: "REAL", isUndoable: true,
    value: { ($0.link.trashedAt?.timeIntervalSince1970).databaseValue },
    read: { $0.link.trashedAt = try date($1, $2) },
    exchange: Exchange(
      add: { $1[.removed] = ($0.link.trashedAt?.syncMilliseconds).map { .date($0) } },
      read: { record, registers, _ in
        record.link.trashedAt = registers.date(.removed).map(Date.init(syncMilliseconds:))
      }))

  /// LinkCheck as JSON.
  static let checked = LinkColumn(
    name: "checked", definition: "BLOB",
    value: { $0.checked.databaseValue },
    read: { $0.checked = try $1.decode(atIndex: $2) },
    exchange: Exchange(
      add: { $1[.checked] = $0.checked.map { .text(json($0)) } },
      read: { record, registers, _ in
        let check = registers.text(.checked)
          .flatMap { try? JSONDecoder().decode(LinkCheck.self, from: Data($0.utf8)) }
        record.checked = check.flatMap { try? StoredJSON.data(of: $0) }
      }))

  /// Reads seconds since 1970.
  private static func date(_ row: Row, _ index: Int) throws -> Date? {
    try row.decode(Double?.self, atIndex: index).map(Date.init(timeIntervalSince1970:))
  }

  /// The JSON on one line, also if somebody has edited it.
  private static func json(_ stored: Data) -> String {
    String(decoding: stored.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension [LinkColumn] {
  /// The SQL of the table. Times are in seconds since 1970.
  var table: String {
    """
    CREATE TABLE link (
      -- AUTOINCREMENT: an id is never used again, so undo can put a link back under its own.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      \(map { "\($0.name) \($0.definition)" }.joined(separator: ",\n  "))
    );
    """
  }

  /// The columns' names, separated by commas.
  var names: String { names(before: "") }

  /// The columns' names, each after a prefix such as `new.`.
  func names(before prefix: String) -> String {
    map { prefix + $0.name }.joined(separator: ", ")
  }

  /// A statement that inserts a row. The id is the first argument.
  var insertion: String {
    "INSERT INTO link (id, \(names)) VALUES (?\(String(repeating: ", ?", count: count)))"
  }

  func values(of record: LinkRecord) -> [DatabaseValue] { map { $0.value(record) } }

  /// Returns a record's values as the fields that devices exchange.
  func syncValues(of record: LinkRecord) -> [SyncField: SyncValue] {
    var values: [SyncField: SyncValue] = [:]
    for column in self { column.exchange?.add(record, &values) }
    return values.filter { $0.value != .none }
  }
}

extension Bookmark {
  /// The page's metadata, sanitised as if it had just been fetched; nil if the file has none.
  public var linkMetadata: LinkMetadata? {
    metadata.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) }?
      .sanitized(for: address)
  }
}

extension SavedLink {
  /// The link as a bookmark, for export.
  public var bookmark: Bookmark {
    Bookmark(
      address: address, title: metadata.title, summary: metadata.summary,
      note: note.isEmpty ? nil : note, tags: tags, savedAt: savedAt, openedAt: openedAt,
      metadata: isFetched ? metadata.json : nil)
  }
}

extension LinkMetadata {
  /// Encodes the metadata as JSON. The same metadata always gives the same bytes, so that exported
  /// files work well with version control.
  fileprivate var json: Data? { try? StoredJSON.data(of: self) }
}
