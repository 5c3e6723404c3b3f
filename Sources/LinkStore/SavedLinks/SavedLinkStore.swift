public import Foundation
import GRDB
public import LinkPreview
public import Links
public import Markup

/// The user's saved links, on disk.
///
/// When a call returns, its change is on disk. Several processes can use one file at the same time.
///
/// ## Topics
///
/// ### Opening, saving and reading (SavedLinkStore.swift)
/// - ``init(location:)``, ``writeError``, ``damage()``, ``takeFileEvent()``
/// - ``save(_:at:)``, ``recording(_:from:at:)``, ``recordedChange``
/// - ``count()``, ``link(for:isTrash:)``, ``link(named:isTrash:)``, ``links(named:isTrash:)``
/// - ``links(_:)``, ``batches(of:size:)``, ``outlines(_:)``, ``exportOrder(_:)``
///
/// ### Listing and checks (SavedLinkStore+Listing.swift)
/// - ``list(_:rows:now:)``, ``newest(_:)``, ``wheel(of:)``, ``externalChangeToken()``
/// - ``tags(of:now:)``, ``tags(ofLinks:)``, ``tags(readingOnly:)``, ``sites()``, ``facets(of:now:)``
/// - ``mark(_:)``, ``moves(of:)``
///
/// ### Changing and deleting (SavedLinkStore+Changes.swift)
/// - ``apply(_:at:)``, ``applyInBatches(_:of:at:progress:)``, ``applyInBatches(_:at:progress:)``
/// - ``add(_:tags:note:at:)``, ``addInBatches(_:tags:note:at:)``
/// - ``markOpened(_:at:)``, ``fillIn(_:of:)``
/// - ``deleteExpired(at:)``, ``emptyTrash(removedBefore:)``
///
/// ### Undo, history and backups (SavedLinkStore+Undo.swift)
/// - ``undo(_:at:isDryRun:)``, ``redo(at:isDryRun:)``, ``undoStatus()``
/// - ``changes(since:limit:)``, ``history(of:limit:)``
/// - ``backUpIfDue(at:)``, ``backUp(at:)``, ``backUp(to:)``, ``backups``
///
/// ### Importing (SavedLinkStore+Import.swift)
/// - ``importLinks(from:at:isDryRun:progress:)``
/// - ``importLinks(from:follows:onlyProfile:at:isDryRun:progress:)``
/// - ``importNewBookmarks(of:at:)``, ``followedBrowsers()``, ``unfollow(_:)``
///
/// ### Kept texts and reading (SavedLinkStore+Articles.swift)
/// - ``keep(_:of:at:date:)``, ``keptArticle(of:)``, ``keptArticle(for:)``, ``forgetArticles(of:)``
/// - ``linksToKeep(_:limit:now:)``, ``recordFailure(ofKeeping:_:isPermanent:date:)``
/// - ``keepPicture(_:url:of:)``, ``keptPicture(url:)``, ``keptSize()``, ``excerpts(of:filter:)``
/// - ``reading(of:)``, ``setPlace(_:of:after:date:)``, ``apply(_:at:)-(ReadingChange,_)``
public struct SavedLinkStore: Sendable {
  let file: StoreFile
  let orders = ListingCache()
  /// The entry of all changes; nil if each is an entry of its own.
  private var entry: JournalEntry?

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

  /// Opens the file for a run that changes nothing: it's neither created nor upgraded.
  package init(dryRunOn location: StoreLocation) throws(StoreError) {
    try self.init(location: location, isDry: true, now: { Date() })
  }

  /// - Parameter now: the system's clock, which tells other devices when something was changed.
  init(
    location: StoreLocation, isDry: Bool = false, now: @escaping @Sendable () -> Date
  ) throws(StoreError) {
    file = try StoreFile(
      at: location.dataFile, holds: .savedLinks, schema: .savedLinks,
      isDry: isDry, now: now)
  }

  /// The reason why nothing can be saved; nil if saving works.
  public var writeError: StoreError? { file.writeError }

  /// Returns the damage in the file, or nil if there's none. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file.damage() }

  /// The folders in which files change when the links do: the file's own, and that of the file a
  /// symbolic link leads to.
  package var folders: Set<String> {
    let url = URL(filePath: file.path)
    return Set(
      [url, url.resolvingSymlinksInPath()].map {
        $0.deletingLastPathComponent().path(percentEncoded: false)
      })
  }

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

  static func save(
    _ metadata: LinkMetadata, at date: Date, in journal: Journal
  ) throws -> SaveOutcome {
    let db = journal.db
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
      try update(known.metadata, of: known.id, in: journal.withoutUndo)
    }
    guard known.trashedAt != nil else { return .alreadySaved(known) }
    known.trashedAt = nil
    known.savedAt = date
    try journal.set(
      [.trashedAt: nil as Double?, .savedAt: date.timeIntervalSince1970], of: known.id)
    return .restored(known)
  }

  static func links(_ ids: some Sequence<SavedLink.ID>, in db: Database) throws -> [SavedLink] {
    let statement = try db.cachedStatement(sql: "\(selection) WHERE link.id = ?")
    // With a cursor, because in a copied row each value is found by comparing the names of all columns.
    return try ids.compactMap {
      try Row.fetchCursor(statement, arguments: [$0]).map(link).next()
    }
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
    try await links(named: [address], isTrash: isTrash).first ?? nil
  }

  /// Returns the links that a user means by addresses, nil for each that isn't saved. See
  /// ``link(named:isTrash:)``.
  public func links(named addresses: [WebAddress], isTrash: Bool = false) async throws(StoreError)
    -> [SavedLink?]
  {
    let found = try await file.read { db in
      try addresses.map { address -> SavedLink? in
        guard let link = try Self.fetch(address, in: db), (link.trashedAt != nil) == isTrash else {
          return nil
        }
        return LinkKey.fragment(of: link.address) == LinkKey.fragment(of: address) ? link : nil
      }
    }
    return found ?? addresses.map { _ in nil }
  }
}

extension SavedLinkStore {
  /// Returns this store for a change of several steps, which records all of them as one entry of
  /// the log, in the transactions that make them. Without this, each call is an entry.
  ///
  ///     let store = store.recording(.removed, from: .shell, at: .now)
  ///     try await store.apply(.trash(ids, at: .now), at: .now)
  ///     try await store.undo(at: .now)
  /// - Parameters:
  ///   - kind: the kind of the change.
  ///   - origin: where the change is made.
  ///   - date: the current time.
  public func recording(
    _ kind: ChangeKind, from origin: LinkChange.Origin = .program, at date: Date
  ) -> SavedLinkStore {
    var store = self
    store.entry = JournalEntry(kind, from: origin, at: date)
    return store
  }

  /// The entry of this store's changes; nil unless ``recording(_:from:at:)`` made the store and
  /// something was changed.
  public var recordedChange: LinkChange.ID? { entry?.recordedID }

  /// Writes in one transaction with a journal. See ``StoreFile/change(_:refersToRows:waits:_:)``.
  /// - Parameter kind: the kind of the entry, unless the store records a larger change.
  func write<Value: Sendable>(
    _ kind: ChangeKind, at date: Date, refersToRows: Bool = false,
    _ body: @Sendable @escaping (Journal) throws -> Value
  ) async throws(StoreError) -> Value {
    let entry = entry ?? JournalEntry(kind, from: .program, at: date)
    return try await file.change(entry, refersToRows: refersToRows, body)
  }
}

extension SavedLinkStore {
  /// Returns the link of the page at an address, as ``LinkKey`` defines it, even if it's in the
  /// trash.
  static func fetch(_ address: WebAddress, in db: Database) throws -> SavedLink? {
    try Row.fetchOne(
      db.cachedStatement(sql: "\(selection) WHERE link.key = ?"),
      arguments: [LinkKey.key(of: address)]
    ).map(link)
  }

  /// Whether the page at an address is saved or in the trash.
  static func isSaved(_ address: WebAddress, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM link WHERE key = ?"),
      arguments: [LinkKey.key(of: address)]) == true
  }

  /// Selects links with the state of their kept texts.
  static let selection = """
    SELECT link.*, article.keptAt, \(ReadingState.columns) FROM link
    LEFT JOIN article ON article.linkID = link.id AND article.address = link.url
    LEFT JOIN reading ON reading.key = link.key
    """

  /// Inserts a link with its own id, or with a new one if the id is 0.
  static func insert(_ link: inout SavedLink, in db: Database) throws {
    var record = try LinkRecord(link)
    try record.insert(in: db)
    link.id = record.id ?? 0
  }

  /// Replaces the metadata of a link.
  static func update(
    _ metadata: LinkMetadata, of id: SavedLink.ID, in journal: Journal
  ) throws {
    let stored = try metadata.isFetched ? StoredJSON.data(of: metadata) : nil
    try journal.set(
      [
        .metadata: stored, .title: metadata.title, .site: metadata.siteName,
        .summary: metadata.summary, .host: metadata.url.displayHost,
      ], of: id)
  }

  /// Returns the link of a row of ``selection``.
  static func link(_ row: Row) throws -> SavedLink {
    var link = try LinkRecord(row: row).decoded
    link.keptAt = try row.decode(Double?.self, forColumn: "keptAt")
      .map(Date.init(timeIntervalSince1970:))
    link.reading = try ReadingState(row: row)
    return link
  }

  static func metadata(_ stored: Data?, address: String) -> LinkMetadata {
    let decoded = stored.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) }
    // This program stores only web addresses. Any other address is shown, but can't be opened.
    guard let address = WebAddress(address) else {
      return decoded ?? LinkMetadata(originalURL: URL(filePath: address))
    }
    guard var metadata = decoded else { return LinkMetadata(originalAddress: address) }
    let isDirect = metadata.url == metadata.originalURL
    metadata.originalAddress = address
    if isDirect { metadata.url = metadata.originalURL }
    return metadata
  }

  static func joined(_ tags: [String]) -> String { tags.joined(separator: "\n") }
  static func split(_ tags: String) -> [String] { tags.split(separator: "\n").map(String.init) }
}

extension SavedLinkStore {
  /// Lists links in the order of exported files: the links saved first come first. The order is the
  /// same on all devices with the same links. The order of ``SavedSort/oldest`` isn't, because it
  /// depends on ids.
  ///
  ///     let ids = try await store.exportOrder(SavedQuery())
  /// - Parameter query: the links to list. Its sort order is ignored.
  package func exportOrder(_ query: SavedQuery) async throws(StoreError) -> [SavedLink.ID] {
    let ids = try await list(query).ids
    return try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT savedAt, key FROM link WHERE id = ?")
      return try ids.compactMap { id -> (saved: Int64, key: String, id: SavedLink.ID)? in
        try Row.fetchOne(statement, arguments: [id]).map { row in
          // Devices exchange dates in milliseconds.
          (Date(timeIntervalSince1970: row["savedAt"]).syncMilliseconds, row["key"], id)
        }
      }.sorted { ($0.saved, $0.key) < ($1.saved, $1.key) }.map(\.id)
    } ?? []
  }
}

extension SavedLinkStore {
  /// Returns the links that still exist, in the order of the ids, in batches.
  /// - Parameter size: the number of ids in a batch.
  public func batches(
    of ids: some Collection<SavedLink.ID>, size: Int = 500
  ) -> LinkBatches {
    LinkBatches(store: self, ids: Array(ids), size: size)
  }

  /// Returns the links that still exist, in the order of the ids.
  public func links(_ ids: some Collection<SavedLink.ID>) async throws(StoreError) -> [SavedLink] {
    var links: [SavedLink] = []
    for try await batch in batches(of: ids) { links += batch }
    return links
  }

  /// Returns the outlines of the links that still exist, in the order of the ids.
  public func outlines(_ ids: [SavedLink.ID]) async throws(StoreError) -> [LinkOutline] {
    let outlines = try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT url, note FROM link WHERE id = ?")
      return try ids.compactMap { id in
        try Row.fetchOne(statement, arguments: [id]).map {
          LinkOutline(id: id, address: $0[0], note: $0[1])
        }
      }
    }
    return outlines ?? []
  }
}
