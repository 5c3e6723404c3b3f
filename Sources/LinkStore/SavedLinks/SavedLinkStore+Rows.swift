import Markup
import Foundation
import GRDB
import LinkPreview

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
      db.cachedStatement(sql: "SELECT * FROM link WHERE \(ofPage) ORDER BY key"),
      arguments: [key, key])
  }

  /// SQL that selects the links of a page. Takes the key as two arguments. A page can have several
  /// links: if they were separate before the rules of ``LinkKey`` changed, they have the key
  /// followed by a space and a number.
  static let ofPage = "key >= ? AND key < ? || '!'"

  /// Returns the row that was saved with exactly this address, or else the first.
  static func best(of rows: [Row], for address: WebAddress) -> Row? {
    guard rows.count > 1 else { return rows.first }
    return rows.first { WebAddress($0["url"] as String) == address } ?? rows.first
  }

  /// Inserts a link with its own id, or with a new one if that's 0.
  static func insert(_ link: inout SavedLink, in db: Database) throws {
    let metadata = link.metadata
    let address = metadata.originalAddress
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO link (id, url, key, host, title, site, summary, tags, note, metadata, savedAt,
          openedAt, trashedAt, checked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        link.id == 0 ? nil : link.id, address.text, LinkKey.key(of: address),
        metadata.url.displayHost, metadata.title, metadata.siteName, metadata.summary,
        joined(link.tags), link.note, try link.isFetched ? JSONEncoder().encode(metadata) : nil,
        link.savedAt.timeIntervalSince1970, link.openedAt?.timeIntervalSince1970,
        link.trashedAt?.timeIntervalSince1970, try link.check.map { try JSONEncoder().encode($0) },
      ])
    if link.id == 0 { link.id = db.lastInsertedRowID }
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

  /// Decodes a row. If its metadata can't be decoded, the link still has its address and counts as
  /// not fetched.
  static func link(_ row: Row) throws -> SavedLink {
    let address: String = try row.decode(forColumn: "url")
    let blob = try row.decode(Data?.self, forColumn: "metadata")
    var metadata = metadata(blob, address: address)
    let (pageTitle, isFetched) = (metadata.title, blob != nil && metadata.isFetched)
    // What came with the link takes precedence over what its page says.
    metadata.title = try row.decode(String?.self, forColumn: "title") ?? metadata.title
    metadata.summary = try row.decode(String?.self, forColumn: "summary") ?? metadata.summary
    if blob == nil { metadata.siteName = try row.decode(String?.self, forColumn: "site") }
    func date(_ column: String) throws -> Date? {
      try row.decode(Double?.self, forColumn: column).map(Date.init(timeIntervalSince1970:))
    }
    var link = SavedLink(
      id: try row.decode(forColumn: "id"), metadata: metadata,
      savedAt: try date("savedAt") ?? .distantPast, isFetched: isFetched,
      openedAt: try date("openedAt"),
      tags: split(try row.decode(String?.self, forColumn: "tags") ?? ""),
      note: try row.decode(String?.self, forColumn: "note") ?? "",
      check: try row.decode(Data?.self, forColumn: "checked")
        .flatMap { try? JSONDecoder().decode(LinkCheck.self, from: $0) },
      trashedAt: try date("trashedAt"))
    if pageTitle != metadata.title { link.pageTitle = pageTitle }
    return link
  }

  static func metadata(_ stored: Data?, address: String) -> LinkMetadata {
    let decoded = stored.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) }
    // This program never stores anything but web addresses. Anything else is shown, but can't be
    // opened.
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
