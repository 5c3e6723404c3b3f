import Foundation
import GRDB
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

/// What `raylette sync repair` does with places and stores that were damaged.
@Suite("sync repair")
struct RepairTests {
  /// A device with links in all states, which has exchanged them, and a second one that has read
  /// them and added its own.
  private static func devices(
    at shared: EncryptedFolder
  ) async throws -> (first: SyncDevice, second: SyncDevice) {
    let first = try await shared.device("first", saving: "a", "b", "c", "d")
    let date = EncryptedFolder.start
    try await first.store.apply(.setTags([1: ["one", "Zwei"], 2: ["three"]]), at: date)
    try await first.store.apply(.set(.note, [1: "a note", 3: "another"]), at: date)
    try await first.store.apply(.set(.title, [2: "a title"]), at: date)
    try await first.store.apply(.trash([4], at: date), at: date)
    try await shared.exchange(first, nil)
    let second = try await shared.device("second", saving: "e")
    try await shared.exchange(second, nil)
    try await shared.exchange(first, nil)
    return (first, second)
  }

  /// Changes the file of a device as no program does.
  private static func damage(_ device: SyncDevice, _ sql: String) throws {
    let queue = try DatabaseQueue(path: device.store.file.path)
    try queue.write { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; \(sql)")
    }
    try queue.close()
  }

  @Test("a place and a store that agree are left as they are")
  func sound() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, _) = try await Self.devices(at: shared)
      let (links, files) = (try await first.export(), try shared.contents)
      let findings = try await shared.engine(of: first, nil).repair()
      #expect(findings == [.sound(files: 2, devices: 2)])
      #expect(try await first.export() == links)
      #expect(try shared.contents == files)
    }
  }

  @Test(
    "what a store has lost, or has damaged, comes back from the logs",
    arguments: [
      "DELETE FROM syncLink WHERE linkID = 1; DELETE FROM link WHERE id = 1",
      "DELETE FROM link WHERE id = 1",
      "DELETE FROM syncLink WHERE linkID = 1; DELETE FROM link WHERE id IN (1, 2, 5)",
      "UPDATE link SET title = 'b title', tags = 'thrEe' WHERE id = 2",
      "UPDATE link SET tags = '', note = '' WHERE id = 1",
      "UPDATE link SET note = 'x', trashedAt = NULL WHERE id = 4",
      "UPDATE link SET savedAt = 7, openedAt = 7, metadata = x'00', checked = 'x'",
      "UPDATE syncLink SET times = '1.0.first saved address' WHERE linkID = 3",
      "DELETE FROM link; DELETE FROM syncLink",
    ])
  func damagedStore(sql: String) async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, _) = try await Self.devices(at: shared)
      let links = try await first.export()
      try Self.damage(first, sql)
      let findings = try await shared.engine(of: first, nil).repair()
      #expect(try await first.export() == links)
      #expect(
        findings.contains { if case .storeDiffered(1..., 0) = $0 { true } else { false } },
        "\(findings)")
      let again = try await shared.engine(of: first, nil).repair()
      #expect(again == [.sound(files: 2, devices: 2)], "\(again)")
    }
  }

  @Test(
    "what logs have lost is sent again, also what a device has written that's gone",
    arguments: [
      "lines", "file", "garbage", "folder", "own line", "own file", "everything", "format",
    ])
  func damagedPlace(what: String) async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, second) = try await Self.devices(at: shared)
      let links = try await second.export()
      let log = shared.file(try #require(try shared.logs.first { $0.hasPrefix("first/") }))
      let own = shared.file(try #require(try shared.logs.first { $0.hasPrefix("second/") }))
      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      switch what {
      case "lines":
        try Data(lines.dropFirst(2).map { $0 + "\n" }.joined().utf8).write(to: log)
      case "garbage": try Data(lines.map { $0.dropLast(7) + "\n" }.joined().utf8).write(to: log)
      case "file": try FileManager.default.removeItem(at: log)
      case "folder": try FileManager.default.removeItem(at: log.deletingLastPathComponent())
      case "own line": try Data("{}\n".utf8).write(to: own)
      case "own file": try FileManager.default.removeItem(at: own)
      case "format": try FileManager.default.removeItem(at: shared.url.appending(path: "format"))
      default:
        for file in [log, own] { try FileManager.default.removeItem(at: file) }
      }
      let findings = try await shared.engine(of: second, nil).repair()
      #expect(findings.contains { $0.status == .mended }, "\(findings)")
      #expect(try await second.export() == links)
      // A machine that joins has all links, although the first device never comes back.
      let third = try await shared.device("third")
      try await shared.exchange(third, nil)
      #expect(try await third.export() == links)
      let again = try await shared.engine(of: second, nil).repair()
      #expect(!again.contains { $0.status == .mended }, "\(again)")
      withExtendedLifetime(first) {}
    }
  }

  @Test("a damaged format file is explained, and written again once it's removed")
  func damagedFormat() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, _) = try await Self.devices(at: shared)
      try shared.setFormat("ray\u{0}ette")
      let engine = try await shared.engine(of: first, nil)
      await #expect {
        try await engine.repair()
      } throws: { "\($0)".hasSuffix("its file format is damaged: remove that") }
      try FileManager.default.removeItem(at: shared.url.appending(path: "format"))
      #expect(try await engine.repair() == [.formatMissing])
      #expect(try shared.format == "raylette sync 1\n")
    }
  }

  @Test("each finding has a line, and what's to do has advice")
  func findings() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, second) = try await Self.devices(at: shared)
      let log = shared.file(try #require(try shared.logs.first { $0.hasPrefix("second/") }))
      let handle = try FileHandle(forWritingTo: log)
      try handle.seekToEnd()
      try handle.write(
        contentsOf: Data(
          """
          nonsense
          {"at":"2045-01-01T00:00:00.000Z","link":"https://example.org/late","title":"t"}

          """.utf8))
      try handle.close()
      try Data("x".utf8).write(to: shared.file("second/notes.txt"))
      first.clock.withLock { $0 = EncryptedFolder.start + 100 * 86_400 }
      let findings = try await shared.engine(of: first, nil).repair()
      let texts = findings.map { "\($0.subject): \($0.text)" }
      #expect(
        texts == [
          "place: devices/second/notes.txt is ignored: a log's name has only a to z, 0 to 9, - and ., and ends in .jsonl or .jsonl.age",
          "place: changes of second wait, because they have dates that are yet to come; check the date here and there",
          "second: 1 line of its logs can't be understood",
          "second: it has written nothing since 2025-06-15",
        ])
      #expect(findings.allSatisfy { $0.status == .open })
      #expect(findings.compactMap(\.advice).count == 3)
      withExtendedLifetime(second) {}
    }
  }

  @Test(
    "a restored device takes what was changed since from the logs, and sends nothing old over it",
    arguments: [false, true], [false, true])
  func restored(isUnsentInBackup: Bool, changesBeforeExchange: Bool) async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, second) = try await Self.devices(at: shared)
      func pass() { for device in [first, second] { device.clock.withLock { $0 += 60 } } }
      pass()
      if isUnsentInBackup {
        try await first.store.apply(.set(.note, [2: "unsent"]), at: first.now)
      }
      let backup = try await first.store.backUp(at: first.now)
      pass()
      try await first.store.apply(.set(.note, [1: "newer", 2: "sent"]), at: first.now)
      try await first.save("later")
      try await first.store.apply(.trash([3], at: first.now), at: first.now)
      try await shared.exchange(first, nil)
      pass()
      try await shared.exchange(second, nil)
      try await second.store.apply(.set(.title, [1: "by the other"]), at: second.now)
      try await shared.exchange(second, nil)
      try await shared.exchange(first, nil)
      let links = try await first.export()
      #expect(try await second.export() == links)
      pass()
      let location = StoreLocation(
        dataFile: URL(filePath: first.store.file.path), cacheFile: home.file("cache.sqlite"))
      _ = try await StoreRestoration(of: backup.file, at: location).run()
      var expected = links
      if changesBeforeExchange {
        try await first.store.file.switchToReplacement()
        try await first.store.apply(.set(.note, [1: "after"]), at: first.now)
        expected = links.map { $0.replacing("|newer|", with: "|after|") }
        #expect(expected != links)
      }
      for device in [first, second, first] { try await shared.exchange(device, nil) }
      #expect(try await first.export() == expected)
      #expect(try await second.export() == expected)
      let findings = try await shared.engine(of: first, nil).repair()
      #expect(findings.allSatisfy { $0.status == .sound }, "\(findings)")
    }
  }
}
