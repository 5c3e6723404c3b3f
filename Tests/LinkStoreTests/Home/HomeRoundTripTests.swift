import Bookmarks
import Foundation
import GRDB
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

struct HomeRoundTripTests {
  @Test("a restored home has the same rows as the exported one, and exports the same bytes")
  func exact() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let file = try await sample.export()
      let expected = try await sample.rows()
      #expect(expected.filter { $0.value.isEmpty }.map(\.key) == [], "the sample has every table")
      let kinds = Set(
        file.split(separator: UInt8(ascii: "\n")).compactMap {
          (try? JSONSerialization.jsonObject(with: $0) as? [String: Any])?["kind"] as? String
        })
      #expect(kinds == Set(HomeKind.allCases.map(\.rawValue) + ["header", "end"]))
      let other = try HomeSample(home, "b")
      _ = try await other.restore(file, in: home)
      let restored = try await other.rows()
      for (table, rows) in expected { #expect(restored[table] == rows, "\(table)") }
      #expect(try await other.export() == file)
      // What was made anew works, too.
      for filter in ["quoted", "text:second", "#ö", "mine"] {
        let query = SavedQuery(filter: SavedFilter(filter))
        let ids = try await other.store.list(query).ids
        #expect(try await ids == sample.store.list(query).ids && !ids.isEmpty, "\(filter)")
      }
      let wheels = [WheelStore(sharing: sample.store), WheelStore(sharing: other.store)]
      for name in ["mine", "classic"] {
        let ids = try wheels.map { try #require(try $0.wheel(named: name)).id }
        #expect(try await wheels[0].facets(of: ids[0]) == wheels[1].facets(of: ids[1]))
        for random in [1, 7, 9] as [UInt64] {
          let drawn = try await wheels[0].draw(WheelDraw(wheel: ids[0], random: random))
          #expect(try await wheels[1].draw(WheelDraw(wheel: ids[1], random: random)) == drawn)
        }
      }
      #expect(try await other.store.damage() == nil)
    }
  }

  @Test("an empty home is exported and restored")
  func empty() async throws {
    try await withTemporaryHome { home in
      let file = try await HomeSample(home, "a").export()
      #expect(
        String(decoding: file, as: UTF8.self) == """
          {"format":"raylette","kind":"header","program":"1.0.0","version":1}
          {"counts":{},"kind":"end"}

          """)
      let report = try await HomeSample(home, "b").restore(file, in: home)
      #expect(report.linkCount == 0)
    }
  }

  @Test(
    "moments are exact, whatever they are",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_790_000_000.5, "2026-09-21T14:13:20.5Z"),
      (1_790_000_000.123_456_7, "2026-09-21T14:13:20.1234567Z"),
      (0.1, "1970-01-01T00:00:00.10000000000000001Z"),
      (-1.5, "1969-12-31T23:59:58.5Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ] as [(Double, String)])
  func moments(seconds: Double, text: String) throws {
    let time = StoredTime(seconds)
    #expect(time.text == text)
    #expect(try #require(StoredTime(time.text)).seconds == seconds)
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seconds)))
    for _ in 0..<500 {
      let time = StoredTime(
        Double(random.next() % 4_000_000_000_000_000) / 1_000_000 + Double(random.next() % 97) / 97)
      #expect(StoredTime(time.text) == time)
    }
  }

  @Test("damaged rows are left out with what belongs to them, and the rest can be restored")
  func damaged() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      try await sample.store.file.write { db in
        try db.execute(
          sql: """
            UPDATE link SET url = 'file:///x' WHERE id = 1;
            UPDATE articleBody SET blocks = x'00' WHERE linkID = 5;
            """)
      }
      // The link, and the text of another one.
      let file = try await sample.export(damagedCount: 2)
      let other = try HomeSample(home, "b")
      #expect(try await other.restore(file, in: home).linkCount == 6)
      let links = try await other.store.links([1, 5])
      #expect(links.map(\.id) == [5] && links.allSatisfy { $0.keptAt == nil })
    }
  }

  @Test(
    "of a wheel whose list of sources is damaged, the sound sources are exported, and it's said",
    arguments: [
      ("[{\"location\":\"https://ok.example/\"},{\"location\":7}]", ["https://ok.example/"]),
      ("[{\"location\":\"https://ok.example/\"},{\"loca", ["https://ok.example/"]),
      (
        "[{\"location\":\"https://ok.example/\"},{\"x\":{}},{\"location\":\"/a b\"}]",
        ["https://ok.example/", "/a b"]
      ),
      ("}", []), ("", []), ("[{\"location\":\"\u{FFFD}\"},{\"failure\":\"x\"}]", []),
    ] as [(String, [String])])
  func damagedSources(stored: String, sound: [String]) async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      try await sample.store.file.write { db in
        try db.execute(
          sql: "UPDATE wheel SET sources = ? WHERE name = 'mine'", arguments: [Data(stored.utf8)])
      }
      let file = Locked(Data())
      let report = try await sample.store.exportHome(program: "1.0.0") {
        (bytes: [UInt8]) throws(StoreError) in
        file.withLock { $0 += bytes }
      }.get()
      #expect(report.damagedWheelCount == 1 && report.damagedCount == 0)
      let other = try HomeSample(home, "b")
      #expect(try await other.restore(file.withLock(\.self), in: home).wheelCount == 2)
      let wheel = try await WheelStore(sharing: other.store).all().first { $0.name == "mine" }
      #expect(wheel?.sources.map(\.location) == sound)
      #expect(try await other.rows()["wheelLink"] == sample.rows()["wheelLink"])
    }
  }

  @Test("links of the file are bookmarks, too; nothing else in it is")
  func bookmarks() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let other = try HomeSample(home, "b")
      let reader = BookmarkReader(data: try await sample.export(), name: "x")
      let report = try await other.store.importLinks(from: reader, at: HomeSample.now)
      #expect(report.format == .jsonLines && report.problemCount == 0)
      // Two links are one page, and one is in the trash.
      #expect(report.added == 5 && report.linkCount == 6)
      let link = try await other.store.link(for: HomeSample.address(1).url)
      #expect(link?.tags == ["b", "A", "ö"] && link?.note == "first\n\nsecond “line”")
    }
  }

  @Test("what's restored is sent to the other devices")
  func exchanged() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let other = try HomeSample(home, "b")
      let sync = SyncStore(sharing: other.store)
      try await sync.begin(device: "laptop", remote: "/place")
      #expect(try await sync.state()?.waitingCount == 0)
      _ = try await other.restore(sample.export(), in: home)
      // One of seven is the same page as another.
      let keys = try await other.database().read { db in
        try String.fetchSet(db, sql: "SELECT key FROM syncOutbox")
      }
      #expect(keys.count == 6)
    }
  }
}
