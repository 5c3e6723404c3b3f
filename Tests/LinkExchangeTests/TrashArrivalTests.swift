import Foundation
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// When links are deleted for good that another device has removed.
@Suite("Removals that come from other devices")
struct TrashArrivalTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)
  private static func day(_ number: Int) -> Date { start + Double(number) * 86_400 }

  private static func line(at number: Int, removed: String) -> String {
    let formatter = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return #"{"at":"\#(day(number).formatted(formatter))","link":"https://example.org/a","#
      + #""removed":\#(removed)}"#
  }

  /// A device that has been used for 40 days, with a link.
  private static func withDevice(_ body: (SyncDevice) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let device = try SyncDevice("first", in: home, now: start)
      try await device.sync.begin(device: "first", remote: "test")
      let address = try #require(WebAddress("https://example.org/a"))
      _ = try await device.store.save(LinkMetadata(originalAddress: address), at: start)
      for number in 0..<40 {
        #expect(try await device.store.deleteExpired(at: day(number)) == 0)
      }
      device.clock.withLock { $0 = day(40) }
      try await body(device)
    }
  }

  @Test(
    "stay in the trash for 30 days of starts since they came, whatever clock removed them",
    arguments: [
      #""2005-01-01T00:00:00.000Z""#, #""1970-01-01T00:00:00.000Z""#,
      #""2025-07-20T00:00:00.000Z""#,
    ])
  func arrival(removed: String) async throws {
    try await Self.withDevice { device in
      try await device.receive([Self.line(at: 40, removed: removed)], from: "second")
      for number in 40..<70 {
        #expect(try await device.store.deleteExpired(at: Self.day(number)) == 0, "day \(number)")
      }
      #expect(try await device.store.deleteExpired(at: Self.day(70)) == 1)
      // That's a change like others.
      #expect(try await device.takeLines().last?.contains("\"gone\":true") == true)
    }
  }

  @Test("count anew when they're removed again, or sent again, and stay when the logs are compared")
  func again() async throws {
    try await Self.withDevice { device in
      let old = #""2005-01-01T00:00:00.000Z""#
      let first = Self.line(at: 40, removed: old)
      try await device.receive([first], from: "second")
      for number in 40..<50 { try await device.store.deleteExpired(at: Self.day(number)) }
      device.clock.withLock { $0 = Self.day(50) }
      // The same again, which changes nothing, and a change of something else.
      try await device.receive([first], from: "second")
      let note = first.replacing(#""removed":\#(old)"#, with: #""note":"n""#)
      try await device.receive([note], from: "second")
      let lines = try await device.takeLines()
      try await device.sync.beginComparison()
      for (name, lines) in [("first", lines), ("second", [first, note])] {
        let log = SyncLogReader(Data(lines.map { $0 + "\n" }.joined().utf8), device: name)
        try await device.sync.compare(log, of: name, at: device.now)
      }
      #expect(try await device.sync.endComparison(at: device.now) == 0)
      #expect(try await device.store.deleteExpired(at: Self.day(69)) == 0)
      #expect(try await device.store.list(SavedQuery(isTrash: true)).ids.count == 1)
      try await device.receive(
        [Self.line(at: 50, removed: "null"), Self.line(at: 51, removed: old)], from: "second")
      for number in 50..<80 {
        #expect(try await device.store.deleteExpired(at: Self.day(number)) == 0, "day \(number)")
      }
    }
  }

  @Test(
    "a clock here that's wrong when they come deletes nothing early, and doesn't keep them for good",
    arguments: [400, 20_000, -400, -15_000])
  func wrongClockHere(days: Int) async throws {
    try await Self.withDevice { device in
      try await device.store.deleteExpired(at: Self.day(40 + days))
      device.clock.withLock { $0 = Self.day(40 + days) }
      let line = Self.line(at: min(40, 40 + days), removed: #""2005-01-01T00:00:00.000Z""#)
      try await device.receive([line], from: "second")
      // The time of the change may be yet to come, for a clock that's behind.
      device.clock.withLock { $0 = Self.day(40) }
      try await device.receive([line], from: "second")
      let isThere = try await device.store.list(SavedQuery(isTrash: true)).ids.count == 1
      try #require(isThere || days < 0)
      var number = 41
      while try await device.store.deleteExpired(at: Self.day(number)) == 0, number < 200 {
        number += 1
      }
      if isThere { #expect((70...72).contains(number), "day \(number)") }
    }
  }
}
