import Foundation
import GRDB
import Links
import Markup

/// A wheel without its links.
struct HomeWheel: EncodedHomeRecord {
  static let kind = HomeKind.wheel
  static let tables = ["wheel"]
  static let rows = "SELECT * FROM wheel ORDER BY id"

  let name: String
  /// The version of a built-in wheel.
  let builtIn: String?
  let createdAt: StoredTime
  let updatedAt: StoredTime
  let isRemembered: Bool
  let round: Int
  /// The links with a slot below it haven't come up.
  let unseen: Int
  /// The links with a slot from it on never come up again.
  let spinnable: Int
  let total: Int
  let sources: [WheelOrigin]?
  let topics: [String]

  init(_ row: Row) throws {
    name = try row.decode(forColumn: "name")
    builtIn = try row.decode(forColumn: "builtIn")
    createdAt = StoredTime(try row.decode(Double.self, forColumn: "createdAt"))
    updatedAt = StoredTime(try row.decode(Double.self, forColumn: "updatedAt"))
    isRemembered = try row.decode(forColumn: "isRemembered")
    round = try row.decode(forColumn: "round")
    unseen = try row.decode(forColumn: "unseen")
    spinnable = try row.decode(forColumn: "spinnable")
    total = try row.decode(forColumn: "total")
    sources = try row.decode(Data?.self, forColumn: "sources")
      .map([WheelOrigin].init(stored:))
    topics = SavedLinkStore.split(try row.decode(forColumn: "topics"))
  }

  static func isPartlyDamaged(_ row: Row) -> Bool {
    Data.fromDatabaseValue(row["sources"]).map([WheelOrigin].isDamaged) ?? false
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    let name = try HomeValue.required(name, "name")
    guard (0...Self.limit).contains(round), (0...Self.limit).contains(total), unseen >= 0,
      unseen <= spinnable, spinnable <= total
    else { throw HomeProblem.wrong("unseen, spinnable or total") }
    let sources = try sources.map { try Self.checked($0) }
    try db.cachedStatement(
      sql: """
        INSERT INTO wheel (name, builtIn, createdAt, updatedAt, isRemembered, round, unseen,
          spinnable, total, sources, topics)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        name, try HomeValue.line(builtIn, "builtIn"), createdAt.seconds, updatedAt.seconds,
        isRemembered, round, unseen, spinnable, total,
        try sources.map { try StoredJSON.data(of: $0) },
        SavedLinkStore.joined(try HomeValue.names(topics, "topics", countLimit: Self.topicLimit)),
      ])
    home.wheels[name] = db.lastInsertedRowID
  }

  private static let limit = 1 << 31
  static let topicLimit = 10_000

  private static func checked(_ sources: [WheelOrigin]) throws(HomeProblem) -> [WheelOrigin] {
    var checked: [WheelOrigin] = []
    for var source in sources {
      guard source.location.utf8.count <= 65_536 else { throw .tooLong("sources") }
      source.location.unicodeScalars.removeAll(where: PlainText.isHidden)
      source.failure = try HomeValue.line(source.failure, "sources")
      source.readAt = source.readAt.map(StoredTime.clamped)
      checked.append(source)
    }
    return checked
  }
}

/// A link of a wheel.
struct HomeWheelLink: EncodedHomeRecord {
  static let kind = HomeKind.wheelLink
  static let tables = ["wheelLink", "wheelTopic"]
  static let rows = """
    SELECT wheelLink.*, wheel.name AS wheelName FROM wheelLink
    JOIN wheel ON wheel.id = wheelLink.wheelID ORDER BY wheelLink.id
    """

  /// The wheel's name.
  let wheel: String
  /// The link's place in the order of the wheel, from 0.
  let slot: Int
  let url: String
  let title: String?
  let summary: String?
  let language: String?
  let topics: [String]

  init(_ row: Row) throws {
    wheel = try row.decode(forColumn: "wheelName")
    slot = try row.decode(forColumn: "slot")
    url = try row.decode(forColumn: "url")
    title = try row.decode(forColumn: "title")
    summary = try row.decode(forColumn: "summary")
    language = try row.decode(forColumn: "language")
    topics = SavedLinkStore.split(try row.decode(forColumn: "topics"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    guard let id = home.wheels[wheel] else { throw HomeProblem.wrong("wheel") }
    let link = Wheel.Link(
      address: try HomeValue.address(url).text, title: try HomeValue.line(title, "title"),
      summary: try HomeValue.line(summary, "summary", limit: TextLimit.summary),
      topics: try HomeValue.names(topics, "topics", countLimit: HomeWheel.topicLimit),
      language: try HomeValue.line(language, "language"))
    let row = try link.insert(into: id, slot: slot, in: db)
    for topic in link.topics { try Wheel.Link.insert(topic, of: row, in: id, db) }
  }
}

/// A link that came up on a wheel.
struct HomeSeen: EncodedHomeRecord {
  static let kind = HomeKind.seen
  static let tables = ["seenLink"]
  static let rows = "SELECT url, seenAt FROM seenLink ORDER BY url"

  let url: String
  let seenAt: StoredTime

  init(_ row: Row) throws {
    url = try row.decode(forColumn: "url")
    seenAt = StoredTime(try row.decode(Double.self, forColumn: "seenAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO seenLink (url, seenAt) VALUES (?, ?)")
      .execute(arguments: [try HomeValue.address(url).text, seenAt.seconds])
  }
}

/// A link or a host that never comes up again.
struct HomeNever: EncodedHomeRecord {
  static let kind = HomeKind.never
  static let tables = ["neverAgain"]
  static let rows = "SELECT kind, value, title, addedAt FROM neverAgain ORDER BY kind, value"

  /// One of both.
  let url: String?
  let host: String?
  let title: String?
  let addedAt: StoredTime

  init(_ row: Row) throws {
    let value: String = try row.decode(forColumn: "value")
    let isHost = try row.decode(String.self, forColumn: "kind") == "host"
    url = isHost ? nil : value
    host = isHost ? value : nil
    title = try row.decode(forColumn: "title")
    addedAt = StoredTime(try row.decode(Double.self, forColumn: "addedAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    guard (url == nil) != (host == nil) else { throw HomeProblem.missing("url or host") }
    let value =
      if let host {
        try HomeValue.required(host, "host")
      } else {
        try HomeValue.address(url ?? "").text
      }
    try db.cachedStatement(
      sql: "INSERT INTO neverAgain (kind, value, title, addedAt) VALUES (?, ?, ?, ?)"
    ).execute(
      arguments: [
        host == nil ? "link" : "host", value, try HomeValue.line(title, "title"), addedAt.seconds,
      ])
  }
}

/// A card of the history.
struct HomeVisit: EncodedHomeRecord {
  static let kind = HomeKind.visit
  static let tables = ["visit"]
  static let rows = "SELECT url, title, wheel, seenAt FROM visit ORDER BY id"

  let url: String
  let title: String?
  /// The name of the wheel.
  let wheel: String
  let seenAt: StoredTime

  init(_ row: Row) throws {
    url = try row.decode(forColumn: "url")
    title = try row.decode(forColumn: "title")
    wheel = try row.decode(forColumn: "wheel")
    seenAt = StoredTime(try row.decode(Double.self, forColumn: "seenAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO visit (url, title, wheel, seenAt) VALUES (?, ?, ?, ?)")
      .execute(
        arguments: [
          try HomeValue.address(url).text, try HomeValue.line(title, "title"),
          try HomeValue.line(wheel, "wheel") ?? "", seenAt.seconds,
        ])
  }
}
