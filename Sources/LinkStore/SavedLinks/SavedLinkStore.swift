public import Markup
public import Foundation
import GRDB
public import LinkPreview

/// The links a person kept, on disk.
///
/// When a call returns, its change is on disk. Any number of processes may use one file at once.
public struct SavedLinkStore: Sendable {
  let file: StoreFile
  let orders = SavedOrders()

  /// Opens the file, or makes it, with folders and permissions for its owner alone.
  ///
  /// Where nothing can be written, as on a full disk, the store still opens, reads what is there, and
  /// tells why in ``writeObstacle``.
  ///
  /// When the file is deleted while it is open, its links can be read until something is written;
  /// what is saved then is in a new file, and ``takeNews()`` says so. When another file takes its
  /// place, that one is used. A change of links that were listed before ends with
  /// ``StoreError/replaced(path:)`` in both cases, since they are not in the file that is there now.
  /// - Throws: when a file is there that can't be read or is no store of ours; it is then left
  ///   untouched.
  public init(location: StoreLocation) throws(StoreError) {
    file = try StoreFile(at: location.dataFile, holds: .savedLinks, migrator: Self.migrator)
  }

  /// Why nothing can be saved; nil when all is well.
  public var writeObstacle: StoreError? { file.writeObstacle }

  /// What became of the file since this was asked last; nil for nothing:
  /// ``StoreError/begunAnew(path:)`` or ``StoreError/replaced(path:)``. What was listed before is out
  /// of date then, and so is every change that takes one back.
  public func takeNews() -> StoreError? { file.takeNews() }

  /// What became of a link that was to be saved.
  public enum Outcome: Hashable, Sendable {
    case saved(SavedLink)
    /// The page lay in the trash as this link, which is out of it now.
    case restored(SavedLink)
    /// The page was there before, as this link. If it was a bare link, it has the metadata now.
    case alreadySaved(SavedLink)

    /// The link as it is now.
    public var link: SavedLink {
      switch self {
      case .saved(let link), .restored(let link), .alreadySaved(let link): link
      }
    }
  }

  /// How many links are kept, for the start of the program, before there is anything to block.
  public func countNow() throws(StoreError) -> Int {
    try file.readNow(Self.count) ?? 0
  }

  static func count(_ db: Database) throws -> Int {
    // The index has just these rows, and is small.
    try Int.fetchOne(
      db, sql: "SELECT COUNT(*) FROM link INDEXED BY linkBySavedAt WHERE trashedAt IS NULL") ?? 0
  }

  /// Keeps a link, unless its page is kept already; a bare link then takes over the metadata, and
  /// one that lies in the trash is taken out of it.
  public func save(_ metadata: LinkMetadata, at date: Date) async throws(StoreError) -> Outcome {
    try await file.write { db in
      // The page counts, by whichever of its addresses one comes to it.
      let found = try Self.fetch(metadata.originalAddress, in: db)
      guard var known = try found ?? Self.fetch(metadata.address, in: db) else {
        var link = SavedLink(id: 0, metadata: metadata, savedAt: date)
        try Self.insert(&link, in: db)
        return .saved(link)
      }
      if metadata.isFetched && !known.isFetched {
        let address = known.address
        known.metadata = metadata
        known.metadata.originalAddress = address
        known.isFetched = true
        try Self.update(known.metadata, of: known.id, in: db)
      }
      guard known.trashedAt != nil else { return .alreadySaved(known) }
      known.trashedAt = nil
      known.savedAt = date
      try db.execute(
        sql: "UPDATE link SET trashedAt = NULL, savedAt = ? WHERE id = ?",
        arguments: [date.timeIntervalSince1970, known.id])
      return .restored(known)
    }
  }

  /// The links with these ids that are still there, in no order.
  public func links(_ ids: some Collection<SavedLink.ID>) async throws(StoreError) -> [SavedLink] {
    let ids = Array(ids)
    return try await file.read { try Self.links(ids, in: $0) } ?? []
  }

  static func links(_ ids: some Sequence<SavedLink.ID>, in db: Database) throws -> [SavedLink] {
    let statement = try db.cachedStatement(sql: "SELECT * FROM link WHERE id = ?")
    return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(link) }
  }

  /// The link that an address is one of, kept or in the trash.
  public func link(for url: URL, isTrash: Bool = false) async throws(StoreError) -> SavedLink? {
    let found = try await file.read { try Self.fetch(WebAddress(url), in: $0) }
    return found.flatMap { $0 }.flatMap { ($0.trashedAt != nil) == isTrash ? $0 : nil }
  }

  /// The link that a person means by an address: the one that was saved with just this address, else
  /// with another spelling of it. One with another fragment is never meant, though both are of the
  /// same page.
  public func link(named address: WebAddress, isTrash: Bool = false) async throws(StoreError)
    -> SavedLink?
  {
    let links = try await file.read { db in
      try Self.links(ofPageAt: address, in: db).filter { ($0.trashedAt != nil) == isTrash }
    }
    let fragment = LinkKey.fragment(of: address)
    return links?.first { $0.address == address }
      ?? links?.first { LinkKey.fragment(of: $0.address) == fragment }
  }
}
