public import Foundation
import GRDB
public import LinkPreview
public import Links
public import Markup

extension SavedLinkStore {
  /// Makes a change completely or not at all. Skips links that no longer exist, or that already
  /// have the new values.
  ///
  ///     let inverse = try await store.apply(.trash(ids, at: .now), at: .now)
  ///     print("Removed \(inverse.ids.count) links")
  /// - Returns: the change that undoes this one, for exactly the links that were changed.
  @discardableResult
  public func apply(_ change: SavedChange, at date: Date) async throws(StoreError) -> SavedChange {
    try await write(change.kind, at: date, refersToRows: true) { journal in
      try LinkTextIndex.updatingMany(change.indexedIDs, in: journal.db) {
        try Self.make(change, at: date, in: journal)
      }
    }
  }

  /// Makes the change and returns its inverse.
  static func make(
    _ change: SavedChange, at date: Date, in journal: Journal
  ) throws -> SavedChange {
    switch change {
    case .trash(let ids, let date):
      // The day of the program's start is a minimum, so that a clock that goes wrong while the
      // program runs can't make a removal older than that.
      let start = try Int.fetchOne(journal.db, sql: "SELECT max(day) FROM startDay") ?? 0
      let removed = max(date.timeIntervalSince1970, Double(start) * 86_400)
      return .restore(
        try ids.filter { id in
          try journal.update([.trashedAt], of: id) { $0.hasNull(atIndex: 0) ? [removed] : nil }
        })
    case .restore(let ids):
      return .trash(
        try ids.filter { try journal.set([.trashedAt: nil as Double?], of: $0) }, at: date)
    case .changeTags(let change, let ids):
      let removed = Set(change.removed.map(\.tagKey))
      return .setTags(
        try Self.changeTags(of: ids, in: journal) { known in
          let kept = known.filter { !removed.contains($0.tagKey) }
          return change.added.isEmpty ? kept : Self.unique(kept + change.added)
        })
    case .setTags(let values):
      return .setTags(
        try values.reduce(into: [:]) { before, value in
          let changed = try Self.changeTags(of: [value.key], in: journal) { _ in value.value }
          before.merge(changed) { $1 }
        })
    case .set(let field, let texts):
      return .set(field, try Self.set(field, texts, in: journal))
    case .setMetadata(let values): return .setMetadata(try Self.setMetadata(values, in: journal))
    case .setAddresses(let values):
      return .setAddresses(try Self.setAddresses(values, in: journal))
    }
  }

  // MARK: - Previous values

  private static func changeTags(
    of ids: [SavedLink.ID], in journal: Journal, _ change: ([String]) -> [String]
  ) throws -> [SavedLink.ID: [String]] {
    var before: [SavedLink.ID: [String]] = [:]
    for id in ids {
      try journal.update([.tags], of: id) { row in
        let known = split(row[0])
        let tags = change(known)
        guard tags != known else { return nil }
        before[id] = known
        return [joined(tags)]
      }
    }
    return before
  }

  private static func set(
    _ field: SavedField, _ texts: [SavedLink.ID: String], in journal: Journal
  ) throws -> [SavedLink.ID: String] {
    guard let column = LinkColumn.all.first(where: { $0.name == field.name }) else { return [:] }
    // Null stands for an empty text where there can be none.
    let isOptional = !column.definition.contains("NOT NULL")
    var before: [SavedLink.ID: String] = [:]
    for (id, text) in texts {
      try journal.update([column], of: id) { row in
        let known = row[0] as String? ?? ""
        guard known != text else { return nil }
        before[id] = known
        return [isOptional && text.isEmpty ? nil : text]
      }
    }
    return before
  }

  private static func setMetadata(
    _ values: [SavedLink.ID: LinkMetadata], in journal: Journal
  ) throws -> [SavedLink.ID: LinkMetadata] {
    var before: [SavedLink.ID: LinkMetadata] = [:]
    for (id, metadata) in values {
      guard let known = try fetch(id, in: journal.db) else { continue }
      var metadata = metadata
      metadata.originalAddress = known.address
      guard metadata != known.metadata else { continue }
      before[id] = known.metadata
      try update(metadata, of: id, in: journal)
    }
    return before
  }

  private static func setAddresses(
    _ values: [SavedLink.ID: WebAddress], in journal: Journal
  ) throws -> [SavedLink.ID: WebAddress] {
    let db = journal.db
    var before: [SavedLink.ID: WebAddress] = [:]
    for (id, address) in values {
      guard let link = try fetch(id, in: db), link.address != address else { continue }
      var known = link
      guard try fetch(address, in: db).map({ $0.id == id }) ?? true else { continue }
      let old = known.address
      before[id] = old
      known.metadata.originalAddress = address
      try journal.update([.url, .key, .checked, .host, .metadata], of: id) { row in
        let host = row.hasNull(atIndex: 4) ? address.displayHost : row[3] as String
        return [address.text, LinkKey.key(of: address), nil, host, row[4] as DatabaseValue]
      }
      if known.isFetched { try update(known.metadata, of: id, in: journal) }
      try copyReading(from: old, to: address, in: journal)
      // A page that moved keeps its text. If the new address is another page's, the text stays with
      // the old address, in case this is undone.
      if link.hasMoved(from: old, to: address) {
        try db.execute(
          sql: "UPDATE article SET address = ? WHERE linkID = ? AND address = ?",
          arguments: [address.text, id, old.text])
        if db.changesCount > 0 {
          try journal.note(
            .article, id, "address", before: old.text.databaseValue,
            after: address.text.databaseValue)
        }
      }
      try db.execute(sql: "DELETE FROM articleFailure WHERE linkID = ?", arguments: [id])
    }
    return before
  }

  private static func fetch(_ id: SavedLink.ID, in db: Database) throws -> SavedLink? {
    try links([id], in: db).first
  }
}

extension SavedLink {
  /// Whether a new address belongs to the same page, which has moved there.
  fileprivate func hasMoved(from old: WebAddress, to new: WebAddress) -> Bool {
    if case .moved(let url)? = check?.outcome, WebAddress(url) == new { return true }
    return WebAddress(metadata.url) == new || LinkKey.key(of: old) == LinkKey.key(of: new)
  }
}

extension SavedChange {
  /// The links whose texts are indexed again. The index contains the links in the trash too.
  fileprivate var indexedIDs: [SavedLink.ID] {
    switch self {
    case .trash, .restore: []
    case .set(let field, _):
      LinkColumn.all.contains { $0.name == field.name && $0.isIndexed } ? ids : []
    case .changeTags, .setTags, .setMetadata, .setAddresses: ids
    }
  }
}

extension SavedLinkStore {
  /// The result of adding an address.
  public struct Addition: Hashable, Sendable {
    /// Whether the link is new, with the link.
    public var outcome: SaveOutcome
    /// Whether the link already has a different note, which stays.
    public var keepsNote: Bool
  }

  /// Saves pages without fetching them, completely or not at all, like ``save(_:at:)``.
  ///
  /// Other programs can't write meanwhile, so split more than ``SavedChange/transactionSize``.
  /// - Parameters:
  ///   - addresses: the pages.
  ///   - tags: tags for all of them.
  ///   - note: a note for the links that have none.
  ///   - date: the current time.
  /// - Returns: the result for each address, in the same order.
  public func add(
    _ addresses: [WebAddress], tags: [String] = [], note: String? = nil, at date: Date
  ) async throws(StoreError) -> [Addition] {
    try await write(.saved, at: date) { journal in
      try addresses.map { try Self.add($0, tags: tags, note: note, at: date, in: journal) }
    }
  }

  /// Saves pages without fetching them, all or none; more than ``SavedChange/transactionSize`` in
  /// batches, between which other programs can write. See ``add(_:tags:note:at:)``.
  /// - Parameter now: returns the current time.
  /// - Returns: the result for each address whose batch is saved, in the same order, and the error
  ///   that stopped the others.
  package func addInBatches(
    _ addresses: [WebAddress], tags: [String] = [], note: String? = nil, at now: () -> Date
  ) async -> (additions: [Addition], error: StoreError?) {
    var additions: [Addition] = []
    let (_, error) = await Self.inBatches(of: SavedChange.transactionSize, addresses) {
      batch throws(StoreError) in
      additions += try await add(Array(batch), tags: tags, note: note, at: now())
    }
    return (additions, error)
  }

  private static func add(
    _ address: WebAddress, tags: [String], note: String?, at date: Date, in journal: Journal
  ) throws -> Addition {
    let outcome = try save(LinkMetadata(originalAddress: address), at: date, in: journal)
    let link = outcome.link
    if !tags.isEmpty { _ = try make(.addTags(tags, to: [link.id]), at: date, in: journal) }
    if let note, link.note.isEmpty {
      _ = try make(.set(.note, [link.id: note]), at: date, in: journal)
    }
    let keepsNote = note.map { !link.note.isEmpty && link.note != $0 } ?? false
    return Addition(outcome: outcome, keepsNote: keepsNote)
  }
}

/// Records facts about links. These changes can't be undone, because the user didn't request them.
extension SavedLinkStore {
  /// Records that a link was opened.
  public func markOpened(_ id: SavedLink.ID, at date: Date) async throws(StoreError) {
    try await file.change(refersToRows: true) { journal in
      _ = try journal.set([.openedAt: date.timeIntervalSince1970], of: id)
    }
  }

  /// Adds a page's metadata to a link that was saved without fetching the page.
  ///
  /// Can't be undone, because the user didn't request it. A title and a summary that came with the
  /// link stay, but a title that's only the address is replaced.
  public func fillIn(
    _ metadata: LinkMetadata, of id: SavedLink.ID
  ) async throws(StoreError) {
    try await file.change(refersToRows: true) { journal in
      guard let known = try Self.fetch(id, in: journal.db), !known.isFetched else { return }
      var page = metadata
      page.originalAddress = known.address
      let isNamed = known.metadata.title.map { !known.url.isSpelled(by: $0) } ?? false
      try Self.update(page, of: id, in: journal)
      try journal.set(
        [
          .title: isNamed ? known.metadata.title : page.title,
          .summary: known.metadata.summary ?? page.summary,
        ], of: id)
    }
  }
}

/// Deletes links for good, which can't be undone.
extension SavedLinkStore {
  /// Permanently deletes links that were removed long enough ago. Runs as a job at startup. If
  /// another program has the file locked, throws ``StoreError/busy(path:)`` immediately.
  ///
  /// A link is deleted once the program has been started on ``SavedLink/trashDays`` different days
  /// since its removal, or since the removal arrived from another device, whichever is later. The
  /// clock alone doesn't count, because a clock that's wrong once and far ahead would empty the
  /// trash. Days in the future come from a wrong clock and are deleted. Counting starts also gives
  /// people who rarely start the program more time to change their mind.
  ///
  ///     try await store.deleteExpired(at: .now)
  /// - Parameter date: the current time. Its day in UTC is counted.
  /// - Returns: the number of deleted links.
  @discardableResult
  public func deleteExpired(at date: Date) async throws(StoreError) -> Int {
    try await file.change(waits: false) { journal in
      let db = journal.db
      let today = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
      try db.execute(sql: "DELETE FROM startDay WHERE day > ?", arguments: [today])
      try db.execute(sql: "INSERT OR IGNORE INTO startDay VALUES (?)", arguments: [today])
      try TrashArrival.correct(before: Double(today + 1) * 86_400, in: db)
      // The first of the last `SavedLink.trashDays` days on which the program was started. Links
      // removed before this day have been in the trash on all of them.
      let limit = try Int.fetchOne(
        db, sql: "SELECT day FROM startDay ORDER BY day DESC LIMIT 1 OFFSET ?",
        arguments: [SavedLink.trashDays - 1])
      guard let limit else { return 0 }
      let count = try journal.delete(
        where: """
          trashedAt < ?1
            AND NOT EXISTS (SELECT 1 FROM trashArrival WHERE linkID = link.id AND arrivedAt >= ?1)
          """, arguments: [Double(limit) * 86_400])
      try ArticleIndex.sweep(in: db)
      // Older days no longer matter.
      try db.execute(sql: "DELETE FROM startDay WHERE day < ?", arguments: [limit])
      return count
    }
  }

  /// Permanently deletes links that were removed before a date.
  /// - Returns: the number of deleted links.
  @discardableResult
  public func emptyTrash(removedBefore date: Date) async throws(StoreError) -> Int {
    try await file.change { journal in
      let count = try journal.delete(
        where: "trashedAt < ?", arguments: [date.timeIntervalSince1970])
      try ArticleIndex.sweep(in: journal.db)
      return count
    }
  }
}

/// The result of a change that was made in batches.
public struct BatchOutcome<Change: Hashable & Sendable>: Hashable, Sendable {
  /// The change that undoes what was done; nil if nothing was changed.
  public var inverse: Change?
  /// The part of the change that wasn't made because the task was cancelled or something failed.
  public var rest: Change?
  /// The reason why a part wasn't made; ``StoreError/stopped`` after a cancellation.
  public var error: StoreError?
}

/// Changes of any number of links, in batches. Each batch is on disk before the next one begins, and
/// other programs can write in between. Cancelling the task stops after the current batch.
extension SavedLinkStore {
  /// Changes links.
  /// - Parameters:
  ///   - change: a change of any number of links.
  ///   - size: the number of links in a batch, each of which is changed completely or not at all.
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of links that are done.
  public func applyInBatches(
    _ change: SavedChange, of size: Int = SavedChange.batchSize, at date: Date,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async -> BatchOutcome<SavedChange> {
    await Self.applyInBatches(
      of: size, change.ids, change.piece(of:), joined: SavedChange.joined, progress
    ) { batch throws(StoreError) in try await apply(batch, at: date) }
  }

  /// Marks pages as read or unread, ``SavedChange/batchSize`` of them at a time.
  /// - Parameters:
  ///   - change: a change of any number of pages.
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of pages that are done.
  public func applyInBatches(
    _ change: ReadingChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> BatchOutcome<ReadingChange> {
    await Self.applyInBatches(
      of: SavedChange.batchSize, Array(change.states.keys), change.piece(of:),
      joined: ReadingChange.joined, progress
    ) { batch throws(StoreError) in try await apply(batch, at: date) }
  }

  private static func applyInBatches<Key, Change>(
    of size: Int, _ keys: [Key], _ piece: (ArraySlice<Key>) -> Change,
    joined: ([Change]) -> Change?, _ progress: @Sendable (Int) -> Void,
    _ apply: (Change) async throws(StoreError) -> Change
  ) async -> BatchOutcome<Change> {
    var inverses: [Change] = []
    let (done, error) = await inBatches(of: size, keys) { batch throws(StoreError) in
      inverses.append(try await apply(piece(batch)))
      progress(batch.endIndex)
    }
    return BatchOutcome(
      inverse: joined(inverses), rest: error.map { _ in piece(keys[done...]) }, error: error)
  }

  /// Runs a body for one batch of values after the other, until one fails or the task is cancelled.
  /// - Returns: the number of values whose batch is done, and the error that ended it;
  ///   ``StoreError/stopped`` after a cancellation.
  package static func inBatches<Value>(
    of size: Int, _ values: [Value],
    _ body: (ArraySlice<Value>) async throws(StoreError) -> Void
  ) async -> (done: Int, error: StoreError?) {
    for start in stride(from: 0, to: values.count, by: size) {
      // Gives other programs time to write, because a waiting writer retries every five
      // milliseconds.
      if start > 0 { try? await Task.sleep(for: .milliseconds(10)) }
      do throws(StoreError) {
        if Task.isCancelled { throw .stopped }
        try await body(values[start..<min(start + size, values.count)])
      } catch {
        return (start, error)
      }
    }
    return (values.count, nil)
  }
}
