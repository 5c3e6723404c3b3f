import Markup
import Foundation
import GRDB
import LinkPreview
import Links

extension SavedLinkStore {
  /// Returns the link for an address, even if it's in the trash.
  static func fetch(_ address: WebAddress, in db: Database) throws -> SavedLink? {
    try best(of: rows(ofPageAt: address, in: db), for: address).map(link)
  }

  /// Returns all links of the page at an address, as ``LinkKey`` defines it, including those in the
  /// trash.
  static func links(ofPageAt address: WebAddress, in db: Database) throws -> [SavedLink] {
    try rows(ofPageAt: address, in: db).map(link)
  }

  private static func rows(ofPageAt address: WebAddress, in db: Database) throws -> [Row] {
    let key = LinkKey.key(of: address)
    return try Row.fetchAll(
      db.cachedStatement(sql: "\(selection) WHERE \(samePageCondition) ORDER BY link.key"),
      arguments: [key, key])
  }

  /// Whether the page at an address is saved or in the trash.
  static func isSaved(_ address: WebAddress, in db: Database) throws -> Bool {
    let key = LinkKey.key(of: address)
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM link WHERE \(samePageCondition)"),
      arguments: [key, key]) == true
  }

  /// Selects links with the state of their kept texts.
  static let selection = """
    SELECT link.*, article.keptAt, \(ReadingState.columns) FROM link
    LEFT JOIN article ON article.linkID = link.id AND article.address = link.url
    LEFT JOIN reading ON reading.key = \(pageKey)
    """

  /// SQL for the key of a link's page. See ``samePageCondition``.
  static let pageKey = """
    iif(instr(link.key, ' '), substr(link.key, 1, instr(link.key, ' ') - 1), link.key)
    """

  /// SQL that selects the links of a page. Takes the page's key as two arguments. A page can have
  /// several links if an earlier version of ``LinkKey`` told their addresses apart. Their keys are
  /// followed by a space and a number.
  static let samePageCondition = "link.key >= ? AND link.key < ? || '!'"

  /// Returns the row that was saved with exactly this address, or else the first row.
  static func best(of rows: [Row], for address: WebAddress) -> Row? {
    guard rows.count > 1 else { return rows.first }
    return rows.first { WebAddress($0["url"] as String) == address } ?? rows.first
  }

  /// Inserts a link with its own id, or with a new one if the id is 0.
  static func insert(_ link: inout SavedLink, in db: Database) throws {
    var record = try LinkRecord(link)
    try record.insert(in: db)
    link.id = record.id ?? 0
  }

  /// Replaces the metadata of a link.
  static func update(_ metadata: LinkMetadata, of id: SavedLink.ID, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE link SET metadata = ?, title = ?, site = ?, summary = ?, host = ? WHERE id = ?
        """,
      arguments: [
        try metadata.isFetched ? JSONEncoder().encode(metadata) : nil, metadata.title,
        metadata.siteName, metadata.summary, metadata.url.displayHost, id,
      ])
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
