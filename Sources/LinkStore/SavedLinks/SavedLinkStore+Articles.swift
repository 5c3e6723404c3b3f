public import Articles
public import Foundation
import GRDB
import LinkPreview
public import Links
public import Markup

/// The texts of saved links' pages. Keeping a text doesn't change its link: it can't be undone, and
/// other devices don't receive it. A link in the trash keeps its text until the link is deleted for
/// good.
extension SavedLinkStore {
  /// Keeps the text of a link's page, in place of an earlier one. Its former pictures go, unless
  /// the article still has them.
  ///
  ///     let article = try Article(html: data, url: url)
  ///     try await store.keep(article, of: link.id, at: link.address, date: .now)
  /// - Parameters:
  ///   - address: the link's address that the text was fetched from. If the link has another one by
  ///     now, the text isn't of its page.
  ///   - date: the current time.
  @discardableResult
  public func keep(
    _ article: Article, of id: SavedLink.ID, at address: WebAddress, date: Date
  ) async throws(StoreError) -> KeepOutcome {
    let copy: ArticleCopy?
    do { copy = try await ArticleCopy.of(article) } catch { throw file.meaning(of: error) }
    guard let copy else { return .tooLong }
    return try await file.change(refersToRows: true) { journal -> KeepOutcome in
      let db = journal.db
      guard try Self.address(of: id, in: db) == address.text else { return .linkChanged }
      try Self.forgetArticle(of: id, in: db)
      try ArticleIndex.sweep(in: db)
      try Self.forgetPictures(of: id, besidesThoseOf: article, in: db)
      try copy.insert(of: id, at: address, date: date, in: db)
      try db.cachedStatement(sql: "DELETE FROM articleFailure WHERE linkID = ?")
        .execute(arguments: [id])
      if let title = article.title { try Self.name(id, title, in: journal) }
      return .kept
    }
  }

  /// Gives a link the title of its article, if the link has no title and was never fetched.
  private static func name(_ id: SavedLink.ID, _ title: String, in journal: Journal) throws {
    try journal.update([.title, .metadata], of: id) { row in
      let isUnnamed = (row[0] as String? ?? "").isEmpty && row.hasNull(atIndex: 1)
      return isUnnamed ? [PlainText.folded(title), nil] : nil
    }
  }

  private static func address(of id: SavedLink.ID, in db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT url FROM link WHERE id = ?"), arguments: [id])
  }

  private static func forgetPictures(
    of id: SavedLink.ID, besidesThoseOf article: Article, in db: Database
  ) throws {
    let urls = try String.fetchAll(
      db.cachedStatement(sql: "SELECT url FROM keptPicture WHERE linkID = ?"), arguments: [id])
    guard !urls.isEmpty else { return }
    let wanted = Set(article.pictures.map(\.absoluteString))
    for url in urls where !wanted.contains(url) {
      try db.execute(
        sql: "DELETE FROM keptPicture WHERE linkID = ? AND url = ?", arguments: [id, url])
    }
  }

  /// Returns the kept text of a link's page, or nil if there's none or it can't be read.
  public func keptArticle(of id: SavedLink.ID) async throws(StoreError) -> KeptArticle? {
    try await file.read { try Self.keptArticle(of: id, in: $0) } ?? nil
  }

  /// Returns the kept text of the page that's saved with an address, from the trash, too.
  public func keptArticle(for url: URL) async throws(StoreError) -> KeptArticle? {
    let found = try await file.read { db -> KeptArticle? in
      guard let link = try Self.fetch(WebAddress(url), in: db), link.keptAt != nil else {
        return nil
      }
      return try Self.keptArticle(of: link.id, in: db)
    }
    return found ?? nil
  }

  /// Deletes the kept texts and pictures of links, which stay saved.
  public func forgetArticles(of ids: [SavedLink.ID]) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      for id in ids {
        try Self.forgetArticle(of: id, in: db)
        try db.cachedStatement(sql: "DELETE FROM keptPicture WHERE linkID = ?")
          .execute(arguments: [id])
      }
      try ArticleIndex.sweep(in: db)
    }
  }

  /// A trigger notes the text, which ``ArticleIndex/sweep(in:)`` then forgets.
  private static func forgetArticle(of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM article WHERE linkID = ?").execute(arguments: [id])
  }

  static func exists(_ id: SavedLink.ID, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM link WHERE id = ?"), arguments: [id]) == true
  }

  private static func keptArticle(of id: SavedLink.ID, in db: Database) throws -> KeptArticle? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT address, keptAt, blocks FROM article JOIN articleBody USING (linkID)
          JOIN link ON link.id = linkID AND link.url = address WHERE linkID = ?
          """), arguments: [id])
    guard let row, let address = WebAddress(try row.decode(String.self, forColumn: "address")),
      let article = ArticleCopy.article(try row.decode(Data.self, forColumn: "blocks"))
    else { return nil }
    return KeptArticle(
      article: article, address: address,
      keptAt: Date(timeIntervalSince1970: try row.decode(forColumn: "keptAt")))
  }
}

/// The queue of links whose texts are still to be kept.
extension SavedLinkStore {
  /// Records that the text of a link's page couldn't be kept, so that ``linksToKeep(_:limit:now:)``
  /// skips the link for a day, or for 30 days if the failure is permanent: the page is gone or has
  /// no article.
  /// - Parameters:
  ///   - reason: a message for the user.
  ///   - date: the current time.
  public func recordFailure(
    ofKeeping id: SavedLink.ID, _ reason: String, isPermanent: Bool, date: Date
  ) async throws(StoreError) {
    let reason = PlainText.folded(reason) ?? ""
    try await file.write(refersToRows: true) { db in
      guard try Self.exists(id, in: db) else { return }
      try db.execute(
        sql: "INSERT OR REPLACE INTO articleFailure VALUES (?, ?, ?, ?)",
        arguments: [id, reason, isPermanent, date.timeIntervalSince1970])
    }
  }

  /// Returns the links without kept texts that haven't failed lately, newest first. Links in the
  /// trash are skipped.
  /// - Parameters:
  ///   - query: the links to choose from; nil for all. Its order is ignored.
  ///   - limit: the most links to return.
  ///   - now: the current time.
  public func linksToKeep(
    _ query: SavedQuery?, limit: Int, now: Date
  ) async throws(StoreError) -> [SavedLink] {
    try await links(idsToKeep(query, now: now).prefix(max(0, limit)))
  }

  private func idsToKeep(_ query: SavedQuery?, now: Date) async throws(StoreError)
    -> [SavedLink.ID]
  {
    var query = query ?? SavedQuery()
    query.sort = .newest
    query.isTrash = false
    query.isFuzzy = false
    let ids = try await list(query, now: now).ids
    let done = try await file.read { db in
      let time = now.timeIntervalSince1970
      // Ignores a failure in the future, because a wrong clock dated it.
      return try SavedLink.ID.fetchSet(
        db,
        sql: """
          SELECT linkID FROM article JOIN link ON link.id = linkID AND link.url = address
          UNION ALL SELECT linkID FROM articleFailure
            WHERE failedAt > iif(isPermanent, ?, ?) AND failedAt <= ?
          """,
        arguments: [time - Self.permanentFailureAge, time - Self.failureAge, time])
    }
    return ids.filter { done?.contains($0) == false }
  }

  private static let permanentFailureAge: TimeInterval = 30 * 86_400
  private static let failureAge: TimeInterval = 86_400
}

/// The pictures of kept articles, and the size of everything that's kept.
extension SavedLinkStore {
  /// The most bytes of a picture.
  static let pictureLimit = 5_000_000
  /// The most bytes of a link's pictures.
  static let picturesLimit = 10_000_000

  /// Keeps a picture of a link's article, in place of an earlier one with the same address. Does
  /// nothing if the picture has more than 5 MB, or all pictures of the link more than 10 MB.
  public func keepPicture(
    _ data: Data, url: URL, of id: SavedLink.ID
  ) async throws(StoreError) {
    guard data.count <= Self.pictureLimit, url.isWebAddress else { return }
    let address = url.absoluteString
    try await file.write(refersToRows: true) { db in
      guard try Self.exists(id, in: db) else { return }
      let others = try Int.fetchOne(
        db, sql: "SELECT sum(size) FROM keptPicture WHERE linkID = ? AND url <> ?",
        arguments: [id, address])
      guard (others ?? 0) + data.count <= Self.picturesLimit else { return }
      try db.execute(
        sql: "DELETE FROM keptPicture WHERE linkID = ? AND url = ?", arguments: [id, address])
      try db.execute(
        sql: "INSERT INTO keptPicture (linkID, url, size, data) VALUES (?, ?, ?, ?)",
        arguments: [id, address, data.count, data])
    }
  }

  /// Returns a kept picture, whichever link it belongs to.
  public func keptPicture(url: URL) async throws(StoreError) -> Data? {
    try await file.read { db in
      try Data.fetchOne(
        db, sql: "SELECT data FROM keptPicture WHERE url = ?", arguments: [url.absoluteString])
    } ?? nil
  }

  /// Returns the size of all kept texts and pictures. Reads the index, so it takes longer the more
  /// is kept.
  public func keptSize() async throws(StoreError) -> KeptSize {
    let size = try await file.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM article),
            (SELECT total(textSize) FROM article), (SELECT total(storedSize) FROM article),
            (SELECT total(length(block)) FROM articleText_data)
              + (SELECT total(length(block)) FROM articlePrefix_data),
            (SELECT count(*) FROM keptPicture INDEXED BY keptPictureByLink),
            (SELECT total(size) FROM keptPicture INDEXED BY keptPictureByLink)
          """)
      func number(_ index: Int) -> Int { row.flatMap { Int(exactly: $0[index] as Double) } ?? 0 }
      return KeptSize(
        articles: number(0), textBytes: number(1), storedBytes: number(2), indexBytes: number(3),
        pictures: number(4), pictureBytes: number(5))
    }
    return size ?? KeptSize()
  }
}

extension SavedLinkStore {
  /// Returns lines of the kept texts that show why links match a filter. A link whose title, tags,
  /// site, note and summary have all words gets no excerpt.
  ///
  ///     let listing = try await store.list(SavedQuery(filter: filter), rows: 60)
  ///     let excerpts = try await store.excerpts(of: Array(listing.ids.prefix(60)), filter: filter)
  ///     print(excerpts[listing.ids[0]]?.text ?? "")  // "…the Swift compiler checks concurrency…"
  /// - Parameter ids: the links on screen, because an excerpt takes about as long as reading the
  ///   text.
  /// - Throws: ``StoreError/stopped`` if the task is cancelled.
  public func excerpts(
    of ids: [SavedLink.ID], filter: SavedFilter
  ) async throws(StoreError) -> [SavedLink.ID: Excerpt] {
    let terms = filter.terms.filter(\.isInExcerpts)
    guard !terms.isEmpty else { return [:] }
    let found = try await file.read { db in
      var finder = ExcerptFinder(terms)
      var excerpts: [SavedLink.ID: Excerpt] = [:]
      let statement = try db.cachedStatement(sql: ExcerptFinder.sql)
      for id in ids {
        try Task.checkCancellation()
        let row = try Row.fetchOne(statement, arguments: [id])
        excerpts[id] = try row.flatMap { try finder.excerpt(of: $0) }
      }
      return excerpts
    }
    return found ?? [:]
  }
}

/// Reading progress of pages, saved or not. Devices exchange that of saved pages as facts.
extension SavedLinkStore {
  /// Returns the reading progress of the page at an address, or nil if none is known.
  public func reading(of address: WebAddress) async throws(StoreError) -> ReadingState? {
    let key = LinkKey.key(of: address)
    return try await file.read { try Self.reading(key, in: $0) } ?? nil
  }

  /// Remembers where reading goes on. A place at the end doesn't mark the page as read.
  ///
  /// Does nothing if the page was read farther elsewhere since it was opened here, such as on
  /// another device.
  ///
  ///     let place = ReadingPlace(block: 12, offset: 80, progress: 0.4)
  ///     try await store.setPlace(place, of: link.address, after: nil, date: .now)
  /// - Parameter known: the place that the reader knew; nil if it knew none.
  public func setPlace(
    _ place: ReadingPlace, of address: WebAddress, after known: ReadingPlace?, date: Date
  ) async throws(StoreError) {
    let key = LinkKey.key(of: address)
    let (place, known) = (place.clamped, known?.clamped)
    // Most calls change nothing, so they needn't wait for other programs that write.
    if try await reading(of: address)?.place == place { return }
    try await file.change { journal in
      var state = try Self.reading(key, in: journal.db) ?? ReadingState()
      guard state.place != place else { return }
      if let present = state.place, present != known, present.progress > place.progress { return }
      state.place = place
      try Self.set(state, of: key, at: date, in: journal)
    }
  }

  /// Marks pages as read or unread, completely or not at all. Skips pages that already have the
  /// requested state, so a page that's already read keeps its time. A page that becomes unread keeps
  /// its position, unless that's the end.
  /// - Returns: the change that undoes this one, for exactly the pages that were changed.
  @discardableResult
  public func apply(
    _ change: ReadingChange, at date: Date
  ) async throws(StoreError) -> ReadingChange {
    try await write(.marked(isRead: change.isRead), at: date) { journal in
      var before: [String: ReadingState] = [:]
      for (key, mark) in change.states {
        var state = try Self.reading(key, in: journal.db) ?? ReadingState()
        guard (state.readAt != nil) != (mark.readAt != nil) else { continue }
        before[key] = state
        state.readAt = mark.readAt
        if mark.readAt != nil {
          state.place = state.place ?? mark.place
        } else if let place = state.place, place.progress >= 1 {
          state.place = mark.place
        }
        try Self.set(state, of: key, at: date, in: journal)
      }
      return ReadingChange(before)
    }
  }

  static func reading(_ key: String, in db: Database) throws -> ReadingState? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(ReadingState.columns) FROM reading WHERE key = ?"),
      arguments: [key]
    ).flatMap { try ReadingState(row: $0) }
  }

  static func set(
    _ state: ReadingState, of key: String, at date: Date, in journal: Journal
  ) throws {
    let db = journal.db
    try note(state, of: key, in: journal)
    // Deleting the row isn't told other devices, because old states are deleted on each of them.
    if state == ReadingState() {
      return try db.cachedStatement(sql: "DELETE FROM reading WHERE key = ?")
        .execute(arguments: [key])
    }
    let last = try lastReading(in: db)
    try db.cachedStatement(
      sql: """
        INSERT INTO reading (key, progress, block, blockOffset, readAt, changedAt)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET progress = excluded.progress, block = excluded.block,
          blockOffset = excluded.blockOffset, readAt = excluded.readAt,
          changedAt = excluded.changedAt
        """
    ).execute(arguments: [key] + StatementArguments(state.values) + [date.timeIntervalSince1970])
    // Counting them on each call would take too long.
    if try lastReading(in: db) != last, last % 256 == 255 { try pruneReading(in: db) }
  }

  /// Notes what a state changes.
  private static func note(
    _ state: ReadingState, of key: String, in journal: Journal
  ) throws {
    journal.outgoing?.note(.read(key))
    journal.outgoing?.note(.place(key))
    let row = try Row.fetchOne(
      journal.db.cachedStatement(sql: "SELECT \(ReadingState.columns) FROM reading WHERE key = ?"),
      arguments: [key])
    for (index, after) in state.values.enumerated() {
      let before: DatabaseValue = row?[index] ?? .null
      guard !before.isSame(as: after) else { continue }
      try journal.note(.reading, key, ReadingState.names[index], before: before, after: after)
    }
  }

  private static func lastReading(in db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(rowid) FROM reading")) ?? 0
  }

  /// Deletes the oldest reading states of pages that aren't saved.
  private static func pruneReading(in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM reading WHERE rowid IN (
          SELECT rowid FROM reading WHERE NOT EXISTS (
            SELECT 1 FROM link WHERE link.key = reading.key)
          ORDER BY changedAt DESC, rowid DESC LIMIT -1 OFFSET \(readingLimit))
        """)
  }

  /// The approximate maximum number of reading states of pages that aren't saved. They're pruned
  /// every few hundred writes.
  static let readingLimit = 10_000

  /// Copies the reading state to the new address of a link, unless the new address has one.
  static func copyReading(
    from old: WebAddress, to new: WebAddress, in journal: Journal
  ) throws {
    let (old, new) = (LinkKey.key(of: old), LinkKey.key(of: new))
    guard try reading(new, in: journal.db) == nil, let state = try reading(old, in: journal.db)
    else { return }
    let changedAt = try Double.fetchOne(
      journal.db, sql: "SELECT changedAt FROM reading WHERE key = ?", arguments: [old])
    try set(
      state, of: new, at: Date(timeIntervalSince1970: changedAt ?? 0), in: journal)
  }
}
