public import Markup
public import Foundation
import GRDB
public import LinkPreview
public import Links

/// The user's saved links, on disk.
///
/// When a call returns, its change is on disk. Several processes can use one file at the same time.
public struct SavedLinkStore: Sendable {
  let file: StoreFile
  let orders = ListingCache()
  /// The columns of the table of links.
  let columns: [LinkColumn]
  /// Records all changes as one entry of the log; nil if each is an entry of its own.
  var recorder: ChangeRecorder?

  /// Opens or creates the file. Only its owner can access it and its folders.
  ///
  /// If nothing can be written, for example on a full disk, the store still opens and reads the
  /// present links. ``writeError`` has the reason.
  ///
  /// If the file is deleted while it's open, its links can be read until the next write. That write
  /// creates a new file, and ``takeFileEvent()`` reports it. If another file takes its place, the
  /// store uses that file. In both cases, a change of links that were listed before throws
  /// ``StoreError/replaced(path:)``, because the new file doesn't have them.
  /// - Throws: ``StoreError`` if the file exists but can't be read or isn't one of our stores. The
  ///   file is left as it is.
  public init(location: StoreLocation) throws(StoreError) {
    try self.init(location: location, now: { Date() })
  }

  /// - Parameter now: the system's clock, which tells other devices when something was changed.
  init(
    location: StoreLocation, now: @escaping @Sendable () -> Date
  ) throws(StoreError) {
    try self.init(location: location, columns: LinkColumn.all, now: now)
  }

  init(
    location: StoreLocation, columns: [LinkColumn], now: @escaping @Sendable () -> Date
  ) throws(StoreError) {
    self.columns = columns
    file = try StoreFile(
      at: location.dataFile, holds: .savedLinks, migrator: Self.migrator(columns),
      recorder: SyncRecorder(now: now, columns: columns))
  }

  /// The reason why nothing can be saved; nil if saving works.
  public var writeError: StoreError? { file.writeError }

  /// Returns the file's latest event since the last call: ``StoreError/recreated(path:)``,
  /// ``StoreError/replaced(path:)`` or nil. Earlier listings and undo entries are then out of date.
  public func takeFileEvent() -> StoreError? { file.takeFileEvent() }

  /// Returns the number of saved links. Synchronous, for use at startup before there's anything to
  /// block.
  public func count() throws(StoreError) -> Int {
    try file.readSynchronously(Self.count) ?? 0
  }

  static func count(_ db: Database) throws -> Int {
    // Uses an index that has exactly these rows and is small.
    try Int.fetchOne(
      db, sql: "SELECT COUNT(*) FROM link INDEXED BY linkBySavedAt WHERE trashedAt IS NULL") ?? 0
  }

  /// Saves a link. If the page is already saved without metadata, adds the metadata. If the page is
  /// in the trash, restores it.
  public func save(_ metadata: LinkMetadata, at date: Date) async throws(StoreError) -> SaveOutcome
  {
    try await write(.saved, at: date) { try Self.save(metadata, at: date, in: $0) }
  }

  static func save(_ metadata: LinkMetadata, at date: Date, in db: Database) throws -> SaveOutcome {
    // Looks for the page under both its addresses.
    let found = try fetch(metadata.originalAddress, in: db)
    guard var known = try found ?? fetch(metadata.address, in: db) else {
      var link = SavedLink(id: 0, metadata: metadata, savedAt: date)
      try insert(&link, in: db)
      return .saved(link)
    }
    if metadata.isFetched && !known.isFetched {
      let address = known.address
      known.metadata = metadata
      known.metadata.originalAddress = address
      known.isFetched = true
      try ChangeRecorder.withoutRecording(in: db) {
        try update(known.metadata, of: known.id, in: db)
      }
    }
    guard known.trashedAt != nil else { return .alreadySaved(known) }
    known.trashedAt = nil
    known.savedAt = date
    try db.execute(
      sql: "UPDATE link SET trashedAt = NULL, savedAt = ? WHERE id = ?",
      arguments: [date.timeIntervalSince1970, known.id])
    return .restored(known)
  }

  static func links(_ ids: some Sequence<SavedLink.ID>, in db: Database) throws -> [SavedLink] {
    let statement = try db.cachedStatement(sql: "\(selection) WHERE link.id = ?")
    return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(link) }
  }

  /// Returns the link for an address, from the saved links or from the trash.
  public func link(for url: URL, isTrash: Bool = false) async throws(StoreError) -> SavedLink? {
    let found = try await file.read { try Self.fetch(WebAddress(url), in: $0) }
    return found.flatMap { $0 }.flatMap { ($0.trashedAt != nil) == isTrash ? $0 : nil }
  }

  /// Returns the link that a user means by an address: the link saved with exactly this address, or
  /// else with another spelling of it. Never returns a link with another fragment, even if both are
  /// the same page.
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
