import Articles
import Foundation
import GRDB
import Links
import LinkPreview
import Markup

/// The kept text of a link's page.
struct HomeText: HomeRecord {
  static let kind = HomeKind.text
  static let tables = ["article", "articleBody"]
  static let rows = """
    SELECT article.linkID, address, keptAt, blocks FROM article JOIN articleBody USING (linkID)
    ORDER BY article.linkID
    """

  let link: SavedLink.ID
  /// The link's address that the text was fetched from.
  let url: String
  let keptAt: StoredTime
  let article: Article

  private struct Head: Encodable {
    let link: SavedLink.ID
    let url: String
    let keptAt: StoredTime
  }

  static func line(of row: Row) throws -> [UInt8]? {
    let stored = try row.decode(Data.self, forColumn: "blocks")
    // The text goes into the line as it's stored, because encoding it again takes longer.
    guard let json = ArticleCopy.json(stored), !json.contains(UInt8(ascii: "\n")),
      (try? JSONDecoder().decode(Article.self, from: Data(json))) != nil
    else { return nil }
    let head = Head(
      link: try row.decode(forColumn: "linkID"), url: try row.decode(forColumn: "address"),
      keptAt: StoredTime(try row.decode(Double.self, forColumn: "keptAt")))
    var line = [UInt8](
      try StoredJSON.data(of: HomeLine(kind: kind.rawValue, content: head)).dropLast())
    line += #","article":"#.utf8
    line += json
    line.append(UInt8(ascii: "}"))
    return line
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try home.check(link)
    let address = try HomeValue.address(url)
    guard let copy = try ArticleCopy(article) else { throw HomeProblem.tooLong("article") }
    try copy.insert(of: link, at: address, date: keptAt.date, in: db)
  }
}

/// A picture of a kept text.
struct HomePicture: EncodedHomeRecord {
  static let kind = HomeKind.picture
  static let tables = ["keptPicture"]
  static let rows = "SELECT linkID, url, data FROM keptPicture ORDER BY id"

  let link: SavedLink.ID
  let url: String
  /// The file in base64.
  let data: Data

  init(_ row: Row) throws {
    link = try row.decode(forColumn: "linkID")
    url = try row.decode(forColumn: "url")
    data = try row.decode(forColumn: "data")
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try home.check(link)
    guard URL(string: url, encodingInvalidCharacters: false)?.isWebAddress == true else {
      throw HomeProblem.noWebAddress(url)
    }
    home.pictureSizes[link, default: 0] += data.count
    guard data.count <= SavedLinkStore.pictureLimit,
      home.pictureSizes[link, default: 0] <= SavedLinkStore.picturesLimit
    else { throw HomeProblem.tooLong("data") }
    try db.cachedStatement(
      sql: "INSERT INTO keptPicture (linkID, url, size, data) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [link, url, data.count, data])
  }
}

/// The last failure to keep a text.
struct HomeFailure: EncodedHomeRecord {
  static let kind = HomeKind.failure
  static let tables = ["articleFailure"]
  static let rows = "SELECT * FROM articleFailure ORDER BY linkID"

  let link: SavedLink.ID
  let reason: String
  let isPermanent: Bool
  let failedAt: StoredTime

  init(_ row: Row) throws {
    link = try row.decode(forColumn: "linkID")
    reason = try row.decode(forColumn: "reason")
    isPermanent = try row.decode(forColumn: "isPermanent")
    failedAt = StoredTime(try row.decode(Double.self, forColumn: "failedAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try home.check(link)
    try db.cachedStatement(sql: "INSERT INTO articleFailure VALUES (?, ?, ?, ?)").execute(
      arguments: [
        link, try HomeValue.line(reason, "reason") ?? "", isPermanent, failedAt.seconds,
      ])
  }
}

/// How far a page was read, and whether it's marked as read.
struct HomeReading: EncodedHomeRecord {
  static let kind = HomeKind.reading
  static let tables = ["reading"]
  static let rows = "SELECT * FROM reading ORDER BY rowid"

  /// The address of the page, as ``LinkKey`` spells it.
  let page: String
  let progress: Double?
  let block: Int?
  let offset: Int?
  let readAt: StoredTime?
  let changedAt: StoredTime

  init(_ row: Row) throws {
    page = try row.decode(forColumn: "key")
    progress = try row.decode(forColumn: "progress")
    block = try row.decode(forColumn: "block")
    offset = try row.decode(forColumn: "blockOffset")
    readAt = try row.decode(Double?.self, forColumn: "readAt").map(StoredTime.init(_:))
    changedAt = StoredTime(try row.decode(Double.self, forColumn: "changedAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    let address = try HomeValue.address(page)
    let place = progress.map {
      ReadingPlace(block: block ?? 0, offset: offset ?? 0, progress: $0).clamped
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO reading (key, progress, block, blockOffset, readAt, changedAt)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        LinkKey.key(of: address), place?.progress, place?.block, place?.offset, readAt?.seconds,
        changedAt.seconds,
      ])
  }
}
