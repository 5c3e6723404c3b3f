import Articles
import Bookmarks
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// A store with everything that can be saved.
struct HomeSample {
  let store: SavedLinkStore
  let location: StoreLocation

  /// With more digits than a millisecond.
  static let now = Date(timeIntervalSince1970: 1_790_000_000.123_456_7)

  /// Opens a store in a folder of a home.
  init(_ home: TemporaryHome, _ folder: String) throws {
    location = StoreLocation(environment: home.environment, folder: folder)
    store = try SavedLinkStore(location: location)
  }

  /// Saves everything.
  func fill() async throws {
    try await saveLinks()
    try await keepTexts()
    try await addWheels()
    try await SyncStore(sharing: store).share(
      SharedSettings(searches: ["to read": "is:unread #a"], values: ["keep": "tagged:read"]),
      at: Self.now)
    try await store.deleteExpired(at: Self.now)
    try await store.deleteExpired(at: Self.now + 86_400)
  }

  private func saveLinks() async throws {
    for number in 1...6 {
      var metadata = LinkMetadata(originalAddress: try Self.address(number))
      if number > 2 {
        metadata.title = "Page \(number) “quoted” \\ / 言語"
        metadata.summary = "Summary"
        metadata.siteName = "Site"
        metadata.readingTime = .seconds(90)
        metadata.icons = [.init(url: try Self.address(99).url, type: "image/png", width: 32)]
      }
      _ = try await store.save(metadata, at: Self.now + Double(number) / 7)
    }
    let changes: [SavedChange] = [
      .setTags([1: ["b", "A", "ö"], 3: ["a"]]),
      .set(.note, [1: "first\n\nsecond “line”", 4: "one"]),
      .set(.title, [1: "Mine", 4: "My title"]),
      .setAddresses([4: try Self.address(44)]), .trash([5], at: Self.now + 10),
    ]
    for change in changes { try await store.apply(change, at: Self.now) }
    let bookmarks = BookmarkReader(
      data: Data(#"{"url":"https://imported.example/x?a=1#b","title":"I","tags":["t"]}"#.utf8),
      name: "x", format: .jsonLines)
    _ = try await store.importLinks(from: bookmarks, at: Self.now)
    let checks: [LinkCheck.Outcome] = [
      .ok, .gone, .moved(to: try Self.address(77).url), .unreachable("no answer"),
      .probablyGone(to: try Self.address(78).url),
    ]
    try await store.file.write { db in
      for (index, outcome) in checks.enumerated() {
        let check = LinkCheck(outcome: outcome, checkedAt: Self.now + 0.1)
        try db.execute(
          sql: "UPDATE link SET checked = ?, openedAt = ? WHERE id = ?",
          arguments: [try StoredJSON.data(of: check), 1_790_000_001.5, index + 1])
      }
      try db.execute(
        sql: """
          UPDATE link SET key = (SELECT key FROM link WHERE id = 1) || ' 2' WHERE id = 2;
          UPDATE link SET url = (SELECT url FROM link WHERE id = 1) WHERE id = 2;
          UPDATE link SET title = NULL, summary = NULL WHERE id = 6;
          UPDATE link SET savedAt = 100000000.5 WHERE id = 3;
          INSERT INTO trashArrival VALUES (5, 1790000123.25);
          """)
    }
  }

  private func keepTexts() async throws {
    for (id, text) in [(1, "Text\u{2014}言語\nSecond"), (5, "in the trash")] {
      let link = try #require(try await store.links([SavedLink.ID(id)]).first)
      var article = Article(
        blocks: text.split(separator: "\n").map { .paragraph([.text(String($0)), .lineBreak]) })
      article.title = "Title"
      try await store.keep(article, of: link.id, at: link.address, date: Self.now + 0.3)
    }
    let picture = try Self.address(5).url.appending(path: "a.png")
    try await store.keepPicture(Data((0...255).map { UInt8($0) }), url: picture, of: 1)
    try await store.recordFailure(
      ofKeeping: 3, "no article", isPermanent: true, date: Self.now + 0.7)
    try await store.setPlace(
      ReadingPlace(block: 2, offset: 7, progress: 1.0 / 3), of: try Self.address(1), after: nil,
      date: Self.now)
    try await store.setPlace(
      ReadingPlace(block: 1, offset: 0, progress: 0.5), of: try Self.address(500), after: nil,
      date: Self.now)
    try await store.markRead(true, [try Self.address(3)], date: Self.now + 0.9)
  }

  private func addWheels() async throws {
    let wheels = WheelStore(sharing: store)
    let links = (0..<20).map {
      Wheel.Link(
        address: "https://\($0 % 3).example/\($0)", title: $0 == 3 ? nil : "Link \($0)",
        summary: "S", topics: $0 % 2 == 0 ? ["Even", "All"] : ["All"],
        language: $0 == 1 ? nil : "C++")
    }
    let removed = try await wheels.add(
      Wheel(name: "removed", links: links), from: [], at: Self.now)
    try await wheels.remove(removed.id)
    let origin = WheelOrigin(
      location: "https://list.example/", validators: Data("x".utf8), readAt: Self.now,
      failure: "none")
    let wheel = try await wheels.add(
      Wheel(name: "mine", links: links), from: [origin], at: Self.now)
    try await wheels.keepBuiltIn(
      Wheel(name: "classic", links: Array(links.prefix(5))), version: "v", at: Self.now)
    for number in [4, 9, 2] {
      let address = links[number].address
      try await wheels.markSeen(address, on: wheel.id, at: Self.now + Double(number))
      try await wheels.record(
        Visit(
          address: address, title: number == 9 ? nil : "Card", wheel: "mine",
          seenAt: Self.now + Double(number) / 3))
    }
    try await wheels.never(NeverAgain(.link(links[7].address), title: "Bad", addedAt: Self.now))
    try await wheels.never(NeverAgain(.host("2.example"), addedAt: Self.now))
  }

  static func address(_ number: Int) throws -> WebAddress {
    try #require(WebAddress("https://example.org/\(number)"))
  }

  /// The exported file.
  /// - Parameter damagedCount: the number of rows that are left out.
  func export(damagedCount: Int = 0) async throws -> Data {
    let file = Locked(Data())
    let result = try await store.exportHome(program: "1.0.0") {
      (bytes: [UInt8]) throws(StoreError) in
      file.withLock { $0 += bytes }
    }
    #expect(try result.get().damagedCount == damagedCount)
    return file.withLock(\.self)
  }

  /// Restores a file.
  func restore(_ file: Data, in home: TemporaryHome) async throws -> HomeReport {
    let url = home.file(UUID().uuidString)
    try file.write(to: url)
    return try await store.importHome(from: LineFile(file: url))
  }

  /// The rows of all exported tables, as lines of text. Only ids that nobody sees are left out.
  func rows() async throws -> [String: [String]] {
    let hidden = [
      "wheel": ["id", "firstLink", "lastLink"], "wheelLink": ["id", "wheelID"],
      "wheelTopic": ["wheelID", "linkID"], "visit": ["id"], "keptPicture": ["id"],
    ]
    let orders = [
      "wheel": "id", "wheelLink": "wheelID, id", "wheelTopic": "wheelID, topic, linkID",
      "visit": "id", "reading": "rowid", "keptPicture": "id",
    ]
    let tables = HomeKind.allCases.flatMap { $0.record.tables }
    return try await database().read { db in
      var rows: [String: [String]] = [:]
      for table in tables {
        let order = orders[table].map { " ORDER BY \($0)" } ?? ""
        let found = try Row.fetchAll(db, sql: "SELECT * FROM \(table)\(order)")
        rows[table] = found.map { Self.text($0, without: hidden[table] ?? []) }
      }
      return rows
    }
  }

  /// A connection of its own, because what tests look at isn't what the stores do.
  func database() throws -> DatabaseQueue { try DatabaseQueue(path: location.dataFile.path()) }

  private static func text(_ row: Row, without hidden: [String]) -> String {
    row.columnNames.filter { !hidden.contains($0) }.map { name in
      let value: DatabaseValue = row[name]
      return "\(name)=\(text(value))"
    }.joined(separator: " ")
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "null"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text.debugDescription
    case .blob(let data): data.base64EncodedString()
    }
  }
}
