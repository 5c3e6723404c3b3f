public import Foundation
import GRDB
public import Links
import TaskLimits

/// The wheels: those of the user's file, and those in memory that last as long as the program.
///
/// Picking a link and marking it as seen takes the same time in small and large wheels.
///
///     let wheels = WheelStore(sharing: saved)
///     let wheel = try await wheels.add(Wheel(name: "awesome", links: links), from: [], at: .now)
///     let drawn = try await wheels.draw(WheelDraw(wheel: wheel.id, random: .random(in: 0 ... .max)))
public struct WheelStore: Sendable {
  let file: StoreFile
  private let memory = Locked<DatabaseQueue?>(nil)
  /// The entry of all changes; nil if each is an entry of its own.
  private(set) var entry: JournalEntry?

  /// Creates the store of the wheels in the file of the saved links.
  public init(sharing saved: SavedLinkStore) { file = saved.file }

  /// Returns this store for a change whose entry in the log is needed afterwards. See
  /// ``SavedLinkStore/recording(_:from:at:)``.
  public func recording(
    _ kind: ChangeKind, from origin: LinkChange.Origin = .program, at date: Date
  ) -> WheelStore {
    var store = self
    store.entry = JournalEntry(kind, from: origin, at: date)
    return store
  }

  /// The entry of this store's changes; nil unless something was recorded.
  public var recordedChange: LinkChange.ID? { entry?.recordedID }

  /// The reason why nothing can be kept, or nil if it can.
  public var writeError: StoreError? { file.writeError }

  func read<Value: Sendable>(
    _ storage: WheelID.Storage, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value? {
    guard storage == .session else { return try await file.read(body) }
    return try await inMemory { try await $0.read(body) }
  }

  func write<Value: Sendable>(
    _ storage: WheelID.Storage, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    guard storage == .session else { return try await file.write(body) }
    return try await inMemory { try await $0.write(body) }
  }

  private func inMemory<Value: Sendable>(
    _ body: (DatabaseQueue) async throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await body(try session())
    } catch let error as StoreError {
      throw error
    } catch {
      throw file.meaning(of: error)
    }
  }

  /// Returns the database in memory, which is created on first use.
  private func session() throws -> DatabaseQueue {
    try memory.withLock { memory in
      if let memory { return memory }
      var configuration = Configuration()
      ConnectionObserver.observe(&configuration)
      let queue = try DatabaseQueue(configuration: configuration)
      try queue.write { try $0.execute(sql: WheelTables.schema) }
      memory = queue
      return queue
    }
  }

  /// Whether there's a wheel in memory.
  var hasSession: Bool { memory.withLock { $0 != nil } }

  /// Reads synchronously, at startup, before there's anything to block.
  func readSynchronously<Value>(
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value? { try file.readSynchronously(body) }
}

extension WheelStore {
  /// Returns the names of the wheels, for the completion of a command line. Creates and changes no
  /// file, and waits for no other program. Without a readable file, there are none.
  ///
  ///     WheelStore.names(readingOnly: location)  // ["reading list", "tutorials"]
  public static func names(readingOnly location: StoreLocation) -> [String] {
    let path = location.dataFile.path(percentEncoded: false)
    guard access(path, R_OK) == 0 else { return [] }
    let opener = StoreOpener(path: path, content: .savedLinks, schema: .savedLinks)
    let names = try? opener.openWithoutTrace().read {
      try String.fetchAll($0, sql: "SELECT name FROM wheel ORDER BY name COLLATE NOCASE")
    }
    return names ?? []
  }

  /// Returns the topics, languages or hosts of a wheel, most frequent first, for the completion of
  /// a command line. Like ``names(readingOnly:)``, reads only.
  ///
  ///     WheelStore.facets(.topic, ofWheel: "tutorials", readingOnly: location)  // ["Game", …]
  public static func facets(
    _ kind: WheelFacet.Kind, ofWheel name: String, readingOnly location: StoreLocation
  ) -> [String] {
    let path = location.dataFile.path(percentEncoded: false)
    guard access(path, R_OK) == 0 else { return [] }
    let opener = StoreOpener(path: path, content: .savedLinks, schema: .savedLinks)
    let facets = try? opener.openWithoutTrace().read { db in
      try Int64.fetchOne(db, sql: "SELECT id FROM wheel WHERE name = ?", arguments: [name])
        .map { try WheelFacet.all(of: $0, in: db) }
    }
    return (facets ?? [])?.filter { $0.kind == kind }.map(\.value) ?? []
  }

  /// Returns the user's wheels and the built-in ones, by name.
  public func all() async throws(StoreError) -> [WheelSummary] {
    try await read(.kept) { db in
      try Row.fetchAll(db, sql: "SELECT * FROM wheel ORDER BY name COLLATE NOCASE")
        .map { try WheelSummary($0, in: .kept) }
    } ?? []
  }

  /// Returns the wheel with a name. Synchronous, for use at startup.
  public func wheel(named name: String) throws(StoreError) -> WheelSummary? {
    try readSynchronously { db in
      try Row.fetchOne(db, sql: "SELECT * FROM wheel WHERE name = ?", arguments: [name])
        .map { try WheelSummary($0, in: .kept) }
    } ?? nil
  }

  /// Returns a wheel in its present state, or nil if it no longer exists.
  public func wheel(_ id: WheelID) async throws(StoreError) -> WheelSummary? {
    try await read(id.storage) { try WheelSummary.fetch(id, in: $0) } ?? nil
  }

  /// Returns the links of a wheel, in no particular order.
  public func links(of id: WheelID) async throws(StoreError) -> [Wheel.Link] {
    try await read(id.storage) { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM wheelLink WHERE wheelID = ? ORDER BY id", arguments: [id.row]
      ).map(Wheel.Link.init)
    } ?? []
  }

  /// Returns the topics, languages and hosts that a wheel can be narrowed to, most frequent first.
  public func facets(of id: WheelID) async throws(StoreError) -> [WheelFacet] {
    try await read(id.storage) { try WheelFacet.all(of: id.row, in: $0) } ?? []
  }

  /// Picks a link.
  /// - Parameter addresses: the addresses to pick from. Links to this computer are always included,
  ///   because they need no network. Nil for the whole wheel.
  /// - Returns: nil if the wheel has no link that can come up.
  public func draw(
    _ draw: WheelDraw, among addresses: Set<String>? = nil
  ) async throws(StoreError) -> DrawnLink? {
    try await read(draw.wheel.storage) { db in
      let picker = try WheelPicker(draw, in: db)
      return try addresses.map { try picker?.pick(among: $0) } ?? picker?.pick()
    } ?? nil
  }

  /// Counts the links that match a narrowing and can come up, and the unseen ones among them.
  public func count(
    of id: WheelID, narrowedTo narrowing: WheelNarrowing
  ) async throws(StoreError) -> (all: Int, unseen: Int)? {
    let counts = try await read(id.storage) { db -> [Int]? in
      guard let bag = try WheelBag(id.row, in: db) else { return nil }
      let match = WheelMatch(narrowing, in: id.row)
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), count(CASE WHEN slot < ? THEN 1 END) \(match.source)
          WHERE \(match.condition) AND slot < ?
          """,
        arguments: [bag.unseen] + match.arguments + [bag.spinnable])
      return row.map { [$0[0], $0[1]] }
    }
    return counts.flatMap { $0 }.map { ($0[0], $0[1]) }
  }
}

extension WheelSummary {
  init(_ row: Row, in storage: WheelID.Storage) throws {
    let spinnable: Int = row["spinnable"]
    let sources = try row.decode(Data?.self, forColumn: "sources")
    self.init(
      id: WheelID(storage: storage, row: row["id"]), name: row["name"],
      isBuiltIn: try row.decode(String?.self, forColumn: "builtIn") != nil, count: spinnable,
      unseenCount: row["unseen"], neverCount: row["total"] - spinnable, round: row["round"],
      updatedAt: Date(timeIntervalSince1970: row["updatedAt"]),
      sources: try sources.map { try JSONDecoder().decode([WheelOrigin].self, from: $0) } ?? [],
      topics: (row["topics"] as String).split(separator: "\n").map(String.init))
  }

  static func fetch(_ id: WheelID, in db: Database) throws -> WheelSummary? {
    try Row.fetchOne(db, sql: "SELECT * FROM wheel WHERE id = ?", arguments: [id.row])
      .map { try WheelSummary($0, in: id.storage) }
  }
}

extension WheelFacet {
  /// Counts with indexes alone, which is ten times as fast as reading the links. The indexes have
  /// all links, so links that never come up are read and subtracted.
  fileprivate static func all(of wheel: Int64, in db: Database) throws -> [WheelFacet] {
    guard let bag = try WheelBag(wheel, in: db) else { return [] }
    var hidden: [Kind: [String: Int]] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT * FROM wheelLink WHERE wheelID = ? AND slot >= ?",
      arguments: [wheel, bag.spinnable])
    while let row = try rows.next() {
      for topic in Set(Wheel.Link(row).topics) {
        hidden[.topic, default: [:]][topic, default: 0] += 1
      }
      if let language = row["language"] as String? {
        hidden[.language, default: [:]][language, default: 0] += 1
      }
      hidden[.host, default: [:]][row["host"], default: 0] += 1
    }
    return try Kind.allCases.flatMap { kind in
      let facets = try Row.fetchAll(db, sql: kind.count, arguments: [wheel]).map { row in
        let value: String = row[0]
        return WheelFacet(kind: kind, value: value, count: row[1] - (hidden[kind]?[value] ?? 0))
      }
      return facets.filter { $0.count > 0 }
        .sorted { ($1.count, $0.value) < ($0.count, $1.value) }
    }
  }
}

extension WheelFacet.Kind {
  /// SQL that counts all links of a wheel.
  fileprivate var count: String {
    switch self {
    case .topic: "SELECT topic, count(*) FROM wheelTopic WHERE wheelID = ? GROUP BY topic"
    case .language:
      """
      SELECT language, count(*) FROM wheelLink WHERE wheelID = ? AND language IS NOT NULL
      GROUP BY language
      """
    case .host: "SELECT host, count(*) FROM wheelLink WHERE wheelID = ? GROUP BY host"
    }
  }
}

extension WheelStore {
  /// Records that a link came up in its wheel. Unless the wheel isn't remembered, also in all other
  /// wheels with this link.
  public func markSeen(
    _ address: String, on id: WheelID, at date: Date
  ) async throws(StoreError) {
    var isRemembered = true
    if id.storage == .session {
      isRemembered = try await write(.session) { db in
        let isRemembered =
          try Bool.fetchOne(
            db, sql: "SELECT isRemembered FROM wheel WHERE id = ?", arguments: [id.row]) ?? false
        try Self.move(
          address, to: .seen, from: [.unseen], in: db,
          where: isRemembered ? "isRemembered" : "wheel.id = \(id.row)")
        return isRemembered
      }
    }
    guard isRemembered, writeError == nil else { return }
    try await file.change { journal in
      try journal.db.execute(
        sql: "INSERT OR REPLACE INTO seenLink (url, seenAt) VALUES (?, ?)",
        arguments: [address, date.timeIntervalSince1970])
      journal.outgoing?.note(.seen(address))
      try Self.move(address, to: .seen, from: [.unseen], in: journal.db)
    }
  }

  /// Makes the links of a wheel unseen again, once all of them have come up.
  ///
  /// Does nothing if the wheel has started over since the link was picked, because links may have
  /// been seen since.
  /// - Parameter round: the round in which the link was picked.
  public func startOver(
    _ id: WheelID, after round: Int, narrowedTo narrowing: WheelNarrowing = WheelNarrowing()
  ) async throws(StoreError) {
    guard id.storage == .session || writeError == nil else { return }
    guard id.storage == .kept else {
      return try await write(id.storage) { db in
        try Self.startOver(id.row, after: round, narrowedTo: narrowing, in: db) { _, _ in }
      }
    }
    try await file.change { journal in
      try Self.startOver(id.row, after: round, narrowedTo: narrowing, in: journal.db) {
        (chosen, arguments) in
        let addresses = try String.fetchAll(
          journal.db,
          sql: """
            DELETE FROM seenLink WHERE url IN (SELECT url FROM wheelLink WHERE id IN (\(chosen)))
            RETURNING url
            """, arguments: arguments)
        for address in addresses { journal.outgoing?.note(.seen(address)) }
      }
    }
  }

  /// - Parameter forget: forgets that links were seen, which SQL chooses by their ids.
  private static func startOver(
    _ row: Int64, after round: Int, narrowedTo narrowing: WheelNarrowing, in db: Database,
    forget: (String, StatementArguments) throws -> Void
  ) throws {
    guard var bag = try WheelBag(row, in: db), bag.round == round else { return }
    let match = WheelMatch(narrowing, in: row)
    let range = "slot >= \(bag.unseen) AND slot < \(bag.spinnable)"
    let chosen = "SELECT wheelLink.id \(match.source) WHERE \(match.condition) AND \(range)"
    try forget(chosen, match.arguments)
    if narrowing.isEmpty {
      bag.startOver()
    } else {
      for link in try Int64.fetchAll(db, sql: chosen, arguments: match.arguments) {
        try bag.move(link, to: .unseen, in: db)
      }
      bag.countRound()
    }
    try bag.save(in: db)
  }

  /// Moves the rows of an address from some regions to another, in all wheels that match.
  static func move(
    _ address: String, to region: WheelBag.Region, from regions: [WheelBag.Region],
    in db: Database, where condition: String = "1"
  ) throws {
    try move(
      to: region, from: regions, in: db,
      rows: Row.fetchAll(
        db,
        sql: """
          SELECT wheelLink.id, wheelID, slot FROM wheelLink JOIN wheel ON wheel.id = wheelID
          WHERE url = ? AND \(condition)
          """, arguments: [address]))
  }

  static func move(
    to region: WheelBag.Region, from regions: [WheelBag.Region], in db: Database, rows: [Row]
  ) throws {
    for row in rows {
      guard var bag = try WheelBag(row["wheelID"], in: db) else { continue }
      // An earlier move may have changed the slot.
      let slot = try Int.fetchOne(
        db, sql: "SELECT slot FROM wheelLink WHERE id = ?", arguments: [row["id"] as Int64])
      guard let slot, regions.contains(bag.region(ofSlot: slot)) else { continue }
      try bag.move(row["id"], to: region, in: db)
      try bag.save(in: db)
    }
  }
}
