import Bookmarks
import Foundation
import GRDB
import LinkPreview
import Links
import Markup

/// A saved link, or one in the trash. The keys of ``SavedJSON`` have the same meaning here, and the
/// others have what those leave out.
struct HomeLink: HomeRecord {
  static let kind = HomeKind.link
  static let tables = ["link", "trashArrival"]
  static let rows = """
    \(SavedLinkStore.selection.replacing("link.*,", with: "link.*, trashArrival.arrivedAt,"))
    LEFT JOIN trashArrival ON trashArrival.linkID = link.id ORDER BY link.id
    """

  let id: SavedLink.ID
  let url: String
  let title: String?
  let siteName: String?
  let summary: String?
  let tags: [String]
  let note: String?
  let savedAt: StoredTime
  let openedAt: StoredTime?
  let removedAt: StoredTime?
  let metadata: LinkMetadata?
  let checked: LinkCheck?
  /// When the link came to this device's trash, if another device removed it.
  let removalArrivedAt: StoredTime?
  /// The key of its page, if another link is of the same page.
  let pageKey: String?
  /// Which of `title` and `summary` are the page's own, and not the link's.
  let fromPage: [String]?

  private enum PageText: String { case title, summary }

  static func line(of row: Row) throws -> [UInt8]? {
    let record = try LinkRecord(row: row)
    let link = try SavedLinkStore.link(row)
    guard let address = WebAddress(record.url) else { return nil }
    var line = Array(#"{"kind":"link""#.utf8)
    func add(_ key: String, _ json: some Sequence<UInt8>) {
      line += #","\#(key)":"#.utf8
      line += json
    }
    var fields: [UInt8] = []
    SavedJSON.append(link, to: &fields) { StoredTime($0).text }
    // The fields begin with a brace.
    line += [UInt8(ascii: ",")] + fields.dropFirst()
    let isReadable = link.isFetched || isMetadata(record.metadata)
    if let metadata = record.metadata, isReadable { add("metadata", metadata) }
    if let checked = record.checked, link.check != nil { add("checked", checked) }
    if let arrivedAt = try row.decode(Double?.self, forColumn: "arrivedAt") {
      add("removalArrivedAt", try StoredJSON.data(of: StoredTime(arrivedAt)))
    }
    if record.key != LinkKey.key(of: address) {
      add("pageKey", try StoredJSON.data(of: record.key))
    }
    var fromPage: [String] = []
    if record.title == nil, link.metadata.title != nil { fromPage.append(PageText.title.rawValue) }
    if record.summary == nil, link.metadata.summary != nil {
      fromPage.append(PageText.summary.rawValue)
    }
    if !fromPage.isEmpty { add("fromPage", try StoredJSON.data(of: fromPage)) }
    line.append(UInt8(ascii: "}"))
    return line
  }

  private static func isMetadata(_ stored: Data?) -> Bool {
    stored.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) } != nil
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    guard id > 0, id <= Self.idLimit else { throw HomeProblem.wrong("id") }
    let address = try HomeValue.address(url)
    let isOfAddress = metadata?.originalURL.isWebAddress == true
    let metadata = isOfAddress ? metadata?.sanitized() : metadata?.sanitized(for: address)
    var link = SavedLink(
      id: id, metadata: metadata ?? LinkMetadata(originalAddress: address),
      savedAt: savedAt.date, openedAt: openedAt?.date,
      tags: SavedLinkStore.unique(
        try HomeValue.names(tags, "tags", countLimit: Bookmark.listedTagLimit)),
      note: try HomeValue.lines(note, "note", limit: TextLimit.note) ?? "",
      check: try check(), trashedAt: removedAt?.date)
    link.metadata.originalAddress = address
    var record = try LinkRecord(link)
    record.metadata = try metadata.map { try StoredJSON.data(of: $0) }
    record.host = (metadata?.url ?? address.url).displayHost
    let fromPage = fromPage ?? []
    record.title =
      fromPage.contains(PageText.title.rawValue)
      ? nil : try HomeValue.line(title, "title", limit: TextLimit.title)
    record.summary =
      fromPage.contains(PageText.summary.rawValue)
      ? nil : try HomeValue.line(summary, "summary", limit: TextLimit.summary)
    record.site = try HomeValue.line(siteName, "siteName")
    if let pageKey {
      let parts = pageKey.split(separator: " ", omittingEmptySubsequences: false)
      // An earlier version took other parameters for tracking.
      guard parts.count == 2, let number = Int(parts[1]),
        parts[0].prefix(while: { $0 != "?" }) == record.key.prefix(while: { $0 != "?" })
      else { throw HomeProblem.wrong("pageKey") }
      record.key += " \(number)"
    }
    try record.insert(in: db)
    home.links.insert(id)
    if let removalArrivedAt {
      try db.cachedStatement(sql: "INSERT INTO trashArrival (linkID, arrivedAt) VALUES (?, ?)")
        .execute(arguments: [id, removalArrivedAt.seconds])
    }
  }

  /// A larger id than anybody's links have would leave none for new links.
  private static let idLimit = StoreSalvage.idLimit

  private func check() throws(HomeProblem) -> LinkCheck? {
    guard var check = checked else { return nil }
    check.checkedAt = StoredTime.clamped(check.checkedAt)
    switch check.outcome {
    case .ok, .gone: break
    case .moved(let url), .probablyGone(let url):
      guard url.isWebAddress else { throw .noWebAddress(url.absoluteString) }
    case .unreachable(let reason):
      check.outcome = .unreachable(try HomeValue.line(reason, "checked") ?? "")
    }
    return check
  }
}
