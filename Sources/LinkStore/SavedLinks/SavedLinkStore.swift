public import Foundation
import GRDB
public import LinkPreview

/// The links a person kept, on disk, newest first.
///
/// When a call returns, its change is on disk. Any number of processes may use one file at once.
public struct SavedLinkStore: Sendable {
  let file: StoreFile

  /// Opens the file, or makes it, with folders and permissions for its owner alone.
  ///
  /// Where nothing can be written, the store still opens, reads what is there, and tells why in
  /// ``writeObstacle``.
  /// - Throws: when a file is there that is no store of ours; it is then left untouched.
  public init(location: StoreLocation) throws(StoreError) {
    file = try StoreFile(at: location.dataFile, holds: .savedLinks, migrator: Self.migrator)
  }

  /// Why nothing can be saved; nil when all is well.
  public var writeObstacle: StoreError? { file.writeObstacle }

  /// What became of a link that was to be saved.
  public enum Outcome: Hashable, Sendable {
    case saved(SavedLink)
    /// The address was there before, as this link.
    case alreadySaved(SavedLink)
  }

  /// All saved links, newest first.
  public func links() async throws(StoreError) -> [SavedLink] {
    try await file.read(Self.fetchAll) ?? []
  }

  /// As ``links()``, for the start of the program, before there is anything to block.
  public func linksNow() throws(StoreError) -> [SavedLink] {
    try file.readNow(Self.fetchAll) ?? []
  }

  /// Keeps a link, unless its address is kept already; a bare link then takes over the metadata.
  public func save(_ metadata: LinkMetadata, at date: Date) async throws(StoreError) -> Outcome {
    try await file.write { db in
      if var known = try Self.fetch(metadata.originalURL, in: db) {
        guard metadata.isFetched, !known.metadata.isFetched else { return .alreadySaved(known) }
        known.metadata = metadata
        try db.execute(
          sql: "UPDATE savedLink SET metadata = ? WHERE id = ?",
          arguments: [try JSONEncoder().encode(metadata), known.id])
        return .saved(known)
      }
      var link = SavedLink(id: 0, metadata: metadata, savedAt: date)
      try Self.insert(link, id: nil, in: db)
      link.id = db.lastInsertedRowID
      return .saved(link)
    }
  }

  /// Takes a link out. One that is not there any more counts as removed.
  public func remove(_ id: SavedLink.ID) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM savedLink WHERE id = ?", arguments: [id])
    }
  }

  /// Puts a removed link back, as it was.
  public func restore(_ link: SavedLink) async throws(StoreError) -> Outcome {
    try await file.write { db in
      if let known = try Self.fetch(link.url, in: db) { return .alreadySaved(known) }
      try Self.insert(link, id: link.id, in: db)
      return .saved(link)
    }
  }

  // MARK: - Rows

  private static func fetchAll(_ db: Database) throws -> [SavedLink] {
    try Row.fetchAll(db, sql: "SELECT * FROM savedLink ORDER BY savedAt DESC, id DESC").map(link)
  }

  private static func fetch(_ url: URL, in db: Database) throws -> SavedLink? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM savedLink WHERE url = ?", arguments: [url.absoluteString]
    ).map(link)
  }

  private static func insert(_ link: SavedLink, id: Int64?, in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO savedLink (id, url, metadata, savedAt) VALUES (?, ?, ?, ?)",
      arguments: [
        id, link.url.absoluteString, try JSONEncoder().encode(link.metadata),
        link.savedAt.timeIntervalSince1970,
      ])
  }

  /// A row whose metadata can't be read still has its address: the link is kept as a bare one.
  private static func link(_ row: Row) throws -> SavedLink {
    let address: String = try row.decode(forColumn: "url")
    let stored = try row.decode(Data?.self, forColumn: "metadata") ?? Data()
    let metadata =
      (try? JSONDecoder().decode(LinkMetadata.self, from: stored))
      ?? LinkMetadata(originalURL: URL(webAddress: address) ?? URL(filePath: address))
    return SavedLink(
      id: try row.decode(forColumn: "id"), metadata: metadata,
      savedAt: Date(
        timeIntervalSince1970: try row.decode(Double?.self, forColumn: "savedAt") ?? 0))
  }
}
