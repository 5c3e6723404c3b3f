public import Foundation
import GRDB
public import Links
package import Markup

extension SavedLinkStore {
  /// Returns all links that match, in order.
  /// - Parameters:
  ///   - query: the links to list, and their order.
  ///   - rows: the number of links to return in full, from the first on.
  ///   - now: the current time, which relative dates such as `after:7d` depend on.
  /// - Throws: ``StoreError/stopped`` if the task is cancelled, which interrupts the search.
  public func list(
    _ query: SavedQuery, rows: Int = 0, now: Date = Date()
  ) async throws(StoreError) -> SavedListing {
    if Task.isCancelled { throw .stopped }
    let key = ListingCache.Key(query)
    let remembered = await orders.ids(key)
    let found = try await search { search in
      let db = search.db
      let version = try ListingCache.Version(
        db, generation: search.generation, readsArticles: key.readsArticles)
      let all =
        try remembered.flatMap { $0.version == version ? $0.ids : nil }
        ?? key.ids(in: db)
      let isAll = !key.isTrash && key.conditions.isEmpty
      let total = isAll ? all.count : try Self.count(db)
      let candidates = try search.candidates(for: query, among: all, now: now)
      var matches = try search.matches(of: query.filter, among: candidates)
      let isFuzzy = query.isFuzzy && matches.ids.isEmpty
      if isFuzzy {
        matches = LinkMatches(try search.fuzzyMatches(of: query.filter, among: candidates))
      } else if query.sort == .relevance, !query.isTrash, var ranking = LinkRanking(query.filter) {
        matches.ids = try ranking.ranked(matches, in: db)
      }
      let listing = SavedListing(
        ids: matches.ids, total: total,
        firstLinks: try Self.links(matches.ids.prefix(rows), in: db),
        isFuzzy: isFuzzy && !matches.ids.isEmpty, undo: try Self.undoStatus(in: db))
      return (version: version, all: all, generation: search.generation, listing: listing)
    }
    guard let found else { return SavedListing(ids: [], total: 0) }
    // Doesn't cache the result of a new connection, because its changes are counted from zero.
    guard found.generation == file.generation else { return found.listing }
    await orders.remember(found.all, for: key, version: found.version)
    return found.listing
  }

  /// Searches with the lists that earlier searches have read, and keeps those that this one reads.
  /// - Returns: nil if there's nothing to read. See ``StoreFile/read(_:)``.
  func search<Value: Sendable>(
    _ body: @Sendable @escaping (inout LinkSearch) throws -> Value
  ) async throws(StoreError) -> Value? {
    let lists = await orders.searchLists
    let generation = file.generation
    let found = try await file.read { db in
      var search = try LinkSearch(db: db, generation: generation, lists: lists)
      let value = try body(&search)
      return (value: value, lists: search.lists)
    }
    guard let found else { return nil }
    if generation == file.generation { await orders.remember(found.lists) }
    return found.value
  }

  /// Returns the links that were saved last, the newest first. Takes the same time with many links
  /// as with few, because it doesn't list the others.
  public func newest(_ count: Int) async throws(StoreError) -> [SavedLink] {
    let links = try await file.read { db in
      let ids = try SavedLink.ID.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT id FROM link WHERE trashedAt IS NULL ORDER BY \(SavedSort.newest.clause) LIMIT ?
            """),
        arguments: [count])
      return try Self.links(ids, in: db)
    }
    return links ?? []
  }

  /// Creates a wheel from links, in the order of the ids.
  public func wheel(of ids: [SavedLink.ID]) async throws(StoreError) -> Wheel {
    let addresses = try await file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT url FROM link WHERE id = ?")
      return try ids.compactMap { try String.fetchOne(statement, arguments: [$0]) }
    }
    return Wheel(name: "saved", links: (addresses ?? []).map { Wheel.Link(address: $0) })
  }

  /// Returns a token that changes with every change by another program, and when another file takes
  /// the place of this one.
  package func externalChangeToken() async throws(StoreError) -> ExternalChangeToken {
    try await file.switchToReplacement()
    let generation = file.generation
    let changes = try await file.readFromWriter(ListingCache.Version.externalChanges)
    return ExternalChangeToken(generation: generation, changes: changes)
  }

  /// What ``externalChangeToken()`` returns. Only whether two are equal has a meaning.
  package struct ExternalChangeToken: Hashable, Sendable {
    fileprivate let generation: Int
    fileprivate let changes: Int?
  }

  /// Returns the tags in use with their numbers of links, most used first. Tags that differ only in
  /// case are combined, spelled as most links have them, so the number is always what a filter for
  /// the tag finds.
  /// - Parameters:
  ///   - query: the links to count; nil for all saved links.
  ///   - now: the current time. See ``list(_:rows:now:)``.
  public func tags(
    of query: SavedQuery? = nil, now: Date = Date()
  ) async throws(StoreError) -> [SavedFacets.Count] {
    guard let query else { return try await tags(ofLinks: nil) }
    return try await tags(ofLinks: list(query, now: now).ids)
  }

  /// Returns the tags of links with the number of these links that have each, as
  /// ``tags(of:now:)`` does.
  /// - Parameter ids: the links; nil for all saved links.
  public func tags(
    ofLinks ids: [SavedLink.ID]?
  ) async throws(StoreError) -> [SavedFacets.Count] {
    let counts = try await search { try $0.allTags().counts(of: ids) }
    if Task.isCancelled { throw .stopped }
    return counts ?? []
  }

  /// Returns the sites of the saved links with their numbers of links, most links first.
  public func sites() async throws(StoreError) -> [SavedFacets.Count] {
    let rows = try await file.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT host, COUNT(*) AS links FROM link WHERE trashedAt IS NULL AND host <> ''
          GROUP BY host ORDER BY links DESC, host
          """
      ).map { SavedFacets.Count($0["host"], $0["links"]) }
    }
    return rows ?? []
  }

  /// Returns the tags in use, most used first, without opening the store: creates and changes no
  /// file, and waits for no other program. Without a readable file, there are none.
  ///
  ///     SavedLinkStore.tags(readingOnly: location)  // ["swift", "to read"]
  public static func tags(readingOnly location: StoreLocation) -> [String] {
    let path = location.dataFile.path(percentEncoded: false)
    guard access(path, R_OK) == 0 else { return [] }
    let opener = StoreOpener(path: path, content: .savedLinks, schema: .savedLinks)
    let table = try? opener.openWithoutTrace().read { try TagTable($0) }
    return (table?.counts() ?? []).map(\.name)
  }
}

extension SavedLinkStore {
  /// Counts the links that match a query by state, tag and site.
  /// - Parameter now: the current time. See ``list(_:rows:now:)``.
  /// - Throws: ``StoreError/stopped`` if the task is cancelled, which interrupts the query.
  public func facets(
    of query: SavedQuery, now: Date = Date()
  ) async throws(StoreError) -> SavedFacets {
    let ids = try await list(query, now: now).ids
    let facets = try await search { search in
      let db = search.db
      // Looks the links up by their ids, because only the search knows which ones match.
      let list = "[\(ids.map(String.init).joined(separator: ","))]"
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: FacetCounter.sql), arguments: [list])
      var counter = FacetCounter()
      while let row = try rows.next() { try counter.add(row) }
      let trashCount = try Int.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT COUNT(*) FROM link INDEXED BY linkByTrashedAt WHERE trashedAt IS NOT NULL
            """))
      let tags = try search.allTags().counts(of: ids)
      return counter.facets(tags: tags, trashCount: trashCount ?? 0)
    }
    if Task.isCancelled { throw .stopped }
    return facets ?? SavedFacets()
  }
}

/// The results of checks for dead links.
extension SavedLinkStore {
  /// Records results of a check. A move that can't be one counts as
  /// ``LinkCheck/Outcome/probablyGone(to:)``, and so do earlier ones to the same address; see
  /// ``PageMove``.
  ///
  /// Can't be undone, because the user didn't request it.
  /// - Returns: the outcomes of these links, as recorded.
  @discardableResult
  public func mark(
    _ checks: [SavedLink.ID: LinkCheck]
  ) async throws(StoreError) -> [SavedLink.ID: LinkCheck.Outcome] {
    try await file.change(refersToRows: true) { journal in
      for (id, check) in checks { try Self.set(check, of: id, in: journal) }
      try Self.judgeMoves(of: checks.keys, in: journal)
      return try checks.keys.reduce(into: [:]) {
        $0[$1] = try LinkRecord.fetch($1, [.checked], in: journal.db)?.check?.outcome
      }
    }
  }

  /// Returns the new addresses of those of these links that have moved.
  package func moves(
    of ids: [SavedLink.ID]
  ) async throws(StoreError) -> [SavedLink.ID: WebAddress] {
    try await file.read { db in
      try ids.reduce(into: [:]) { moves, id in
        if case .moved(let url)? = try LinkRecord.fetch(id, [.checked], in: db)?.check?.outcome {
          moves[id] = WebAddress(url)
        }
      }
    } ?? [:]
  }

  /// Turns moves into what they are: if they lead astray, or if too many pages of their host lead to
  /// the same address. Reads each host once, because a site with thousands of saved pages may have
  /// moved as a whole.
  private static func judgeMoves(
    of ids: some Sequence<SavedLink.ID>, in journal: Journal
  ) throws {
    let db = journal.db
    var judgedHosts: Set<String> = []
    for id in ids {
      guard let row = try LinkRecord.fetch(id, LinkRecord.checkedColumns, in: db),
        let move = row.move
      else { continue }
      if move.leadsAstray {
        try doubt(row, in: journal)
        continue
      }
      guard judgedHosts.insert(move.host).inserted else { continue }
      let rows = try LinkRecord.checked(onHostOf: row, in: db).filter { $0.move?.host == move.host }
      for shared in Dictionary(grouping: rows, by: { $0.move?.targetPage }).values
      where Set(shared.compactMap(\.move?.pageOnHost)).count >= PageMove.sharedTargetLimit {
        for row in shared { try doubt(row, in: journal) }
      }
    }
  }

  private static func doubt(_ row: LinkRecord, in journal: Journal) throws {
    guard let id = row.id, var check = row.check, case .moved(let target) = check.outcome
    else { return }
    check.outcome = .probablyGone(to: target)
    try set(check, of: id, in: journal)
  }

  private static func set(
    _ check: LinkCheck, of id: SavedLink.ID, in journal: Journal
  ) throws {
    try journal.set([.checked: try StoredJSON.data(of: check)], of: id)
  }
}

extension LinkRecord {
  /// The columns that tell what a check of a link has found.
  fileprivate static let checkedColumns: [LinkColumn] = [.key, .url, .checked]

  /// The page's redirect, if its check has found one.
  fileprivate var move: PageMove? {
    guard let address = WebAddress(url) else { return nil }
    return switch check?.outcome {
    case .moved(let target), .probablyGone(let target): PageMove(from: address, to: target)
    case .ok, .gone, .unreachable, nil: nil
    }
  }

  /// Returns the checked links that are on the host of one, with and without `www.`. Their keys, which
  /// are indexed, begin alike.
  fileprivate static func checked(
    onHostOf row: LinkRecord, in db: Database
  ) throws -> [LinkRecord] {
    let authority = row.key.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    let name = authority.hasPrefix("www.") ? authority.dropFirst(4) : authority
    return try ["https://", "http://", "https://www.", "http://www."].flatMap { start in
      try fetchAll(
        checkedColumns, where: "key >= ?1 AND key < ?1 || char(127) AND checked IS NOT NULL",
        arguments: ["\(start)\(name)"], in: db)
    }
  }
}
