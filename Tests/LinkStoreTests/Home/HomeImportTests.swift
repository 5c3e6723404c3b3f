import Articles
import Bookmarks
import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct HomeImportTests {
  private static let header = #"{"format":"raylette","kind":"header","program":"1.0","version":1}"#
  private static let link =
    #"{"kind":"link","id":1,"url":"https://a.example/","tags":[],"savedAt":"2026-01-01T00:00:00Z"}"#

  private static func end(_ counts: String) -> String { #"{"counts":{\#(counts)},"kind":"end"}"# }

  private static func with(_ lines: String...) -> String {
    ([header, link] + lines).joined(separator: "\n") + "\n"
  }

  private static func of(_ key: String, _ value: String) -> String {
    header + "\n"
      + link.replacing("\"id\":1,", with: key == "id" ? "" : "\"id\":1,")
      .replacing("\"tags\"", with: "\"\(key)\":\(value),\"tags\"")
  }

  private static let deep = String(repeating: #"{"quote":{"_0":["#, count: 5_000)

  /// Files that aren't restored, and the end of the message.
  private static let samples: [(file: String, message: String)] = [
    ("", "x isn't a file of raylette export; raylette saved import reads bookmarks"),
    ("https://a.example/\n", "raylette saved import reads bookmarks"),
    ("{}\n", "raylette saved import reads bookmarks"),
    ("\(link)\n", "raylette saved import reads bookmarks"),
    (#"{"format":"other","kind":"header","program":"1.0","version":1}"#, "reads bookmarks"),
    (
      #"{"format":"raylette","kind":"header","program":"9.1\#u{1B}[31m","version":2}"#,
      "reads bookmarks"
    ),
    (
      #"{"format":"raylette","kind":"header","program":"9.1\u001b[31m","version":2}"#,
      "x comes from a newer version of raylette, 9.1[31m; update raylette to import it"
    ),
    (with(), "x was cut off, its last lines are missing; nothing was imported"),
    (with(String(link.dropLast(20))), "x:3: it isn't valid JSON; nothing was imported"),
    (with("not JSON"), "x:3: it isn't valid JSON; nothing was imported"),
    (with("[]"), "x:3: it isn't valid JSON; nothing was imported"),
    (with(#"{"id":1}"#), "x:3: it has no kind; nothing was imported"),
    (with(#"{"kind":"hologram"}"#), "x:3: its kind is unknown: hologram; nothing was imported"),
    (with(header), "x:3: it's in the file twice; nothing was imported"),
    (with(link), "x:3: it's in the file twice; nothing was imported"),
    (
      with(link.replacing("\"id\":1", with: "\"id\":2")),
      "x:3: it's in the file twice; nothing was imported"
    ),
    (with(end("")), "x:3: lines before it are missing; nothing was imported"),
    (with(end(#""link":2"#)), "x:3: lines before it are missing; nothing was imported"),
    (with(end(#""link":1"#), link), "x:4: it comes after the end; nothing was imported"),
    (with(#"{"kind":"link"}"#), "x:3: it has no id; nothing was imported"),
    (of("id", "0"), "x:2: its id isn't valid; nothing was imported"),
    (of("id", "-1"), "x:2: its id isn't valid; nothing was imported"),
    (of("id", "1e300"), "x:2: it isn't valid JSON; nothing was imported"),
    (of("title", "1"), "x:2: its title isn't valid; nothing was imported"),
    (
      of("title", "\"\(String(repeating: "x", count: 502))\""),
      "x:2: its title is too long; nothing was imported"
    ),
    (
      of("note", "\"\(String(repeating: "x", count: 20_002))\""),
      "x:2: its note is too long; nothing was imported"
    ),
    (of("openedAt", "\"yesterday\""), "x:2: its openedAt isn't valid; nothing was imported"),
    (
      of("openedAt", "\"2026-02-31T00:00:00Z\""),
      "x:2: its openedAt isn't valid; nothing was imported"
    ),
    (of("metadata", "{}"), "x:2: its metadata isn't valid; nothing was imported"),
    (
      of("pageKey", "\"https://b.example 2\""), "x:2: its pageKey isn't valid; nothing was imported"
    ),
    (
      of("checked", #"{"checkedAt":1,"outcome":{"moved":{"to":"javascript:1"}}}"#),
      "x:2: not an http or https address: javascript:1; nothing was imported"
    ),
    (
      with(link.replacing("https://a.example/", with: "file:///etc/passwd")),
      "x:3: not an http or https address: file:///etc/passwd; nothing was imported"
    ),
    (
      with(#"{"kind":"seen","url":"javascript:alert(1)","seenAt":"2026-01-01T00:00:00Z"}"#),
      "x:3: not an http or https address: javascript:alert(1); nothing was imported"
    ),
    (
      with(
        #"{"kind":"text","link":2,"url":"https://a.example/","keptAt":"2026-01-01T00:00:00Z","article":{"blocks":[],"wordCount":0}}"#
      ), "x:3: no line before it has the link 2; nothing was imported"
    ),
    (
      with(
        #"{"kind":"text","link":1,"url":"https://a.example/","keptAt":"2026-01-01T00:00:00Z","article":{"blocks":[\#(deep)"#
      ), "x:3: it isn't valid JSON; nothing was imported"
    ),
    (
      with(#"{"kind":"picture","link":1,"url":"https://a.example/x.png","data":"%"}"#),
      "x:3: its data isn't valid; nothing was imported"
    ),
    (
      with(#"{"kind":"picture","link":1,"url":"data:x","data":""}"#),
      "x:3: not an http or https address: data:x; nothing was imported"
    ),
    (
      with(#"{"kind":"never","addedAt":"2026-01-01T00:00:00Z"}"#),
      "x:3: it has no url or host; nothing was imported"
    ),
    (
      with(
        #"{"kind":"wheelLink","wheel":"none","slot":0,"url":"https://a.example/","topics":[]}"#),
      "x:3: its wheel isn't valid; nothing was imported"
    ),
    (
      with(wheel, end(#""link":1,"wheel":1"#)),
      "x:4: the links of the wheel mine aren't complete; nothing was imported"
    ),
    (
      with(wheel.replacing("\"unseen\":0", with: "\"unseen\":2")),
      "x:3: its unseen, spinnable or total isn't valid; nothing was imported"
    ),
    (
      with(#"{"kind":"setting","key":"color x","value":"x","changedAt":"2026-01-01T00:00:00Z"}"#),
      "x:3: its key isn't valid; nothing was imported"
    ),
  ]

  private static let wheel = """
    {"kind":"wheel","name":"mine","createdAt":"2026-01-01T00:00:00Z","updatedAt":\
    "2026-01-01T00:00:00Z","isRemembered":true,"round":0,"unseen":0,"spinnable":1,"total":1,\
    "topics":[]}
    """

  private func error(_ file: Data, in home: TemporaryHome) async throws -> String? {
    let sample = try HomeSample(home, "b")
    try file.write(to: home.file("x"))
    do throws(HomeImportError) {
      _ = try await sample.store.importHome(from: LineFile(file: home.file("x")))
      return nil
    } catch {
      let rows = try await sample.rows()
      #expect(rows.allSatisfy { $0.value.isEmpty }, "nothing is written")
      return error.description
    }
  }

  @Test(
    "a file that can't be restored changes nothing, and the message names the line",
    arguments: samples.indices)
  func refused(index: Int) async throws {
    let sample = Self.samples[index]
    try await withTemporaryHome { home in
      let message = try #require(try await error(Data(sample.file.utf8), in: home))
      #expect(message.hasSuffix(sample.message), "\(message)")
      #expect(!message.unicodeScalars.contains("\u{1B}"))
      // A store that refused a file takes the next one.
      let whole = Self.with(Self.end(#""link":1"#))
      #expect(try await error(Data(whole.utf8), in: home) == nil)
    }
  }

  @Test("bytes that aren't text, and lines without an end, are refused")
  func bytes() async throws {
    try await withTemporaryHome { home in
      let start = Data(Self.with().utf8)
      let binary = try await error(start + Data([0xFF, 0xFE, 0, 10]), in: home)
      #expect(binary?.hasSuffix("x:3: it isn't valid JSON; nothing was imported") == true)
      let endless = Data(repeating: UInt8(ascii: "x"), count: (32 << 20) + 1)
      let long = try await error(start + endless, in: home)
      #expect(long?.hasSuffix("x:3: it has more than 32 MB; nothing was imported") == true)
    }
  }

  @Test("text is cleaned, and unknown tags' duplicates go")
  func cleaned() async throws {
    try await withTemporaryHome { home in
      let file = Self.with(
        #"{"kind":"link","id":7,"url":"https://b.example/","title":"a\u202eb\u001b[2J","note":"x\u0007\r\ny","tags":["T","t","\u200e"],"savedAt":"2026-01-01T00:00:00Z"}"#,
        Self.end(#""link":2"#))
      let sample = try HomeSample(home, "b")
      _ = try await sample.restore(Data(file.utf8), in: home)
      let link = try #require(try await sample.store.links([7]).first)
      #expect(link.metadata.title == "ab[2J" && link.note == "x\ny" && link.tags == ["T"])
    }
  }

  @Test("the dates of an article are those of years with four digits", arguments: [1e300, -1e300])
  func articleDates(seconds: Double) async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let file = String(decoding: try await sample.export(), as: UTF8.self)
        .replacing(
          #""article":{"#, with: #""article":{"published":\#(seconds),"modified":\#(seconds),"#)
      let other = try HomeSample(home, "b")
      #expect(try await other.restore(Data(file.utf8), in: home).textCount == 2)
      let article = try await other.store.keptArticle(of: 1)?.article
      for date in [article?.published, article?.modified] {
        let date = try #require(date)
        #expect(abs(date.timeIntervalSince1970) < 260_000_000_000)
      }
      // It can be exported again.
      #expect(try await other.export().count > 0)
    }
  }

  @Test("each cut of a file is noticed")
  func cuts() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let file = try await sample.export()
      // Only the last line break may be missing.
      for length in stride(from: 0, to: file.count - 1, by: file.count / 60) {
        #expect(try await error(file.prefix(length), in: home) != nil, "\(length)")
      }
      #expect(try await error(file.dropLast(2), in: home) != nil)
      #expect(try await error(file.dropLast(), in: home) == nil)
    }
  }

  @Test("each line that's missing is noticed")
  func missing() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let lines = try await sample.export().split(separator: UInt8(ascii: "\n"))
      for index in lines.indices {
        var rest = lines
        rest.remove(at: index)
        #expect(
          try await error(Data(rest.joined(separator: [UInt8(ascii: "\n")])), in: home) != nil,
          "\(index)")
      }
    }
  }

  @Test(
    "nothing is restored where something is saved",
    arguments: ["link", "wheel", "visit", "seenLink", "neverAgain", "reading"])
  func occupied(table: String) async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let file = try await sample.export()
      try await sample.database().write { db in
        for other in ["link", "wheel", "visit", "seenLink", "neverAgain", "reading"]
        where other != table {
          try db.execute(sql: "DELETE FROM \(other)")
        }
      }
      let before = try await sample.rows()
      await #expect {
        _ = try await sample.restore(file, in: home)
      } throws: { error in
        "\(error)".contains("raylette saved import")
      }
      #expect(try await sample.rows() == before)
    }
  }

  @Test("built-in wheels and what the config file says are no obstacle")
  func fresh() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let other = try HomeSample(home, "b")
      let links = [Wheel.Link(address: "https://x.example/")]
      try await WheelStore(sharing: other.store).keepBuiltIn(
        Wheel(name: "classic", links: links), version: "w", at: HomeSample.now)
      try await SyncStore(sharing: other.store).share(
        SharedSettings(searches: ["to read": "later"]), at: HomeSample.now + 1)
      _ = try await other.restore(sample.export(), in: home)
      var (expected, restored) = (try await sample.rows(), try await other.rows())
      let settings = restored.removeValue(forKey: "sharedSetting")
      expected["sharedSetting"] = nil
      #expect(restored == expected)
      // The later value stays.
      #expect(settings?.contains { $0.contains("later") } == true && settings?.count == 2)
    }
  }

  @Test("restored links aren't taken for deleted ones whose ids they have")
  func usedIDs() async throws {
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      let other = try HomeSample(home, "b")
      for number in 1...3 {
        let metadata = LinkMetadata(originalAddress: try HomeSample.address(100 + number))
        _ = try await other.store.save(metadata, at: HomeSample.now)
      }
      try await other.store.apply(.trash([1, 2, 3], at: HomeSample.now), at: HomeSample.now)
      try await other.store.emptyTrash(removedBefore: HomeSample.now + 1)
      _ = try await other.restore(sample.export(), in: home)
      #expect(try await other.store.undo(at: HomeSample.now) == nil)
      let rows = try await other.rows()
      #expect(try await rows["link"] == sample.rows()["link"])
    }
  }
}
