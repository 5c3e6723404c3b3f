import Foundation
import GRDB
import LinkPreview
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// Copies of the saved links, and bringing them back.
struct BackupTests {
  private static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 86_400)
  }

  private static func metadata(_ name: String) throws -> LinkMetadata {
    LinkMetadata(originalURL: try #require(URL(string: "https://example.org/\(name)")))
  }

  private func withStore(
    _ body: (SavedLinkStore, StoreLocation, TemporaryHome) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      for name in ["1", "2", "3"] {
        _ = try await store.save(try Self.metadata(name), at: Self.day(0))
      }
      try await body(store, location, home)
    }
  }

  private func names(_ store: SavedLinkStore) async throws -> [String] {
    let ids = try await store.list(SavedQuery(sort: .oldest)).ids
    return try await store.links(ids).map(\.url.lastPathComponent).sorted()
  }

  @Test("a copy is made once a day, if something has changed, and only its owner can read it")
  func daily() async throws {
    try await withStore { store, location, _ in
      let first = try #require(try await store.backUpIfDue(at: Self.day(1)))
      #expect(try await store.backUpIfDue(at: Self.day(1)) == nil)
      #expect(try await store.backUpIfDue(at: Self.day(2)) == nil, "nothing has changed")
      _ = try await store.save(try Self.metadata("4"), at: Self.day(2))
      let second = try #require(try await store.backUpIfDue(at: Self.day(2)))
      #expect(StoreBackups(of: location).all == [second, first])
      let folder = store.backups.folder
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 2)
      for url in [folder, second.file] {
        let mode = try FileManager.default.attributesOfItem(atPath: url.path())[.posixPermissions]
        #expect((mode as? Int).map { $0 & 0o077 } == 0)
      }
      let contents = try await StoreRestoration(of: second.file, at: location).contents
      #expect(contents.links == 4)
    }
  }

  @Test("a copy of a later day, made when the clock was wrong, doesn't stand for that of the day")
  func wrongClock() async throws {
    try await withStore { store, location, _ in
      let later = try #require(try await store.backUpIfDue(at: Self.day(1_000)))
      _ = try await store.save(try Self.metadata("4"), at: Self.day(2))
      let backup = try #require(try await store.backUpIfDue(at: Self.day(2)))
      #expect(StoreBackups(of: location).all == [later, backup])
    }
  }

  @Test("what's written while a copy is made is in that of the next day")
  func meanwhile() async throws {
    try await withStore { store, location, _ in
      let file = location.dataFile.path()
      let backup = try await store.backUp(at: Self.day(1))
      let changed = ["", "-wal"].compactMap { StoreBackups.lastChange(of: file + $0) }.max()
      // Not when it was complete.
      let difference = try #require(backup.lastChange).timeIntervalSince(try #require(changed))
      #expect(abs(difference) < 0.001)
    }
  }

  @Test("seven days are kept, and then one copy a week, for four weeks")
  func kept() {
    // Sunday, 2026-11-29, and 79 days before.
    let days = (0..<80).map { number in
      Date(timeIntervalSince1970: 1_795_910_400 - Double(number) * 86_400)
        .formatted(.iso8601.year().month().day())
    }
    #expect(
      StoreBackups.kept(days).sorted(by: >) == [
        "2026-11-29", "2026-11-28", "2026-11-27", "2026-11-26", "2026-11-25", "2026-11-24",
        "2026-11-23", "2026-11-22", "2026-11-15", "2026-11-08", "2026-11-01",
      ])
    #expect(StoreBackups.kept(["2026-11-29", "2020-01-01"]).count == 2)
    #expect(StoreBackups.kept([]).isEmpty)
    // With a copy each day, and those removed that aren't kept, the same stay.
    var present: [String] = []
    for day in days.reversed() {
      present.insert(day, at: 0)
      present = present.filter(StoreBackups.kept(present).contains)
    }
    #expect(Set(present) == StoreBackups.kept(days))
  }

  @Test("old copies and what killed programs have left are removed, and nothing else")
  func prunes() async throws {
    try await withStore { store, location, _ in
      let folder = location.dataFile.deletingLastPathComponent()
      let old = [
        "backups/saved-2023-11-01.sqlite.new-abcdef", "saved.sqlite.new-a1B2c3",
        "saved.sqlite.new-a1B2c3-journal",
      ]
      let others = [
        "backups/notes.txt", "saved.sqlite.former", "saved.sqlite.former-2", "saved.sqlite.backup",
        "saved.sqlite.new-abcdefg",
      ]
      _ = try await store.backUp(at: Self.day(0))
      for name in old + others {
        let file = folder.appending(path: name)
        try Data().write(to: file)
        try FileManager.default.setAttributes(
          [.modificationDate: Self.day(0)], ofItemAtPath: file.path())
      }
      let running = folder.appending(path: "backups/saved-2023-11-14.sqlite.new-abcdeF")
      try Data().write(to: running)
      for number in 1..<9 { _ = try await store.backUp(at: Self.day(number)) }
      func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path())
      }
      #expect(old.filter(isThere) == [])
      #expect(others.filter(isThere) == others)
      #expect(FileManager.default.fileExists(atPath: running.path()))
      #expect(store.backups.all.count == 8)
    }
  }

  @Test("a copy has every row: kept texts and their index, wheels, marks, the history and undo")
  func everything() async throws {
    try await ArticleStore.with([("One", "first text"), ("Two", nil)]) { kept in
      let store = kept.store
      _ = try await store.apply(.trash([2], at: Self.day(1)), at: Self.day(1))
      try await store.file.write { db in
        try db.execute(
          sql: """
            INSERT INTO wheel (name, createdAt, updatedAt) VALUES ('mine', 1, 2);
            INSERT INTO wheelLink (wheelID, slot, url, host) VALUES (1, 0, 'https://a.test/', 'a');
            INSERT INTO seenLink VALUES ('https://a.test/', 3);
            INSERT INTO neverAgain VALUES ('host', 'b.test', NULL, 4);
            INSERT INTO visit (url, wheel, seenAt) VALUES ('https://a.test/', 'mine', 5);
            """)
      }
      let before = try await Self.rows(store)
      #expect(before.filter { !$0.value.isEmpty }.count > 15)
      let backup = try await store.backUp(at: Self.day(1))
      let restoration = try await StoreRestoration(of: backup.file, at: kept.location)
      #expect(
        restoration.contents == .init(links: 1, trash: 1, texts: 1, wheels: 1, visits: 1))
      try await store.file.write {
        try $0.execute(sql: "DELETE FROM visit; DELETE FROM link AS whole")
      }
      _ = try await restoration.run()
      #expect(try await Self.rows(SavedLinkStore(location: kept.location)) == before)
    }
  }

  /// All rows of all tables, also of those that virtual ones keep theirs in.
  private static func rows(_ store: SavedLinkStore) async throws -> [String: [String]] {
    let rows = try await store.file.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
          """)
      return try Dictionary(
        uniqueKeysWithValues: tables.filter { !$0.hasPrefix("sqlite_s") }.map { table in
          (
            table,
            try Row.fetchAll(db, sql: "SELECT whole.* FROM \(table) AS whole").map(\.description)
          )
        })
    }
    return try #require(rows)
  }

  @Test("a copy takes the place of the present links, which are kept, and an open store goes on")
  func restores() async throws {
    try await withStore { store, location, _ in
      _ = try await store.apply(.trash([1], at: Self.day(1)), at: Self.day(1))
      let backup = try await store.backUp(at: Self.day(1))
      _ = try await store.save(try Self.metadata("later"), at: Self.day(2))
      let restoration = try await StoreRestoration(of: backup.file, at: location)
      #expect(restoration.contents == .init(links: 2, trash: 1))
      #expect(await restoration.replaced() == .init(links: 3, trash: 1))
      let former = try #require(try await restoration.run())
      _ = try await store.save(try Self.metadata("after"), at: Self.day(3))
      #expect(store.takeFileEvent() == .replaced(path: location.dataFile.path()))
      for store in [store, try SavedLinkStore(location: location)] {
        #expect(try await names(store) == ["2", "3", "after"])
      }
      let kept = try await StoreRestoration(of: URL(filePath: former), at: location)
      #expect(kept.contents == .init(links: 3, trash: 1))
      let left = try FileManager.default.contentsOfDirectory(
        atPath: location.dataFile.deletingLastPathComponent().path())
      #expect(!left.contains { $0.contains(".new-") })
    }
  }

  @Test(
    "a copy comes back where nothing is, and where nothing can be read, also if a log is left",
    arguments: [false, true])
  func restoresDamaged(hasLog: Bool) async throws {
    let damages: [(Data) -> Data?] = [
      { _ in nil }, { _ in Data() }, { _ in Data(repeating: 0xA5, count: 8000) },
      { _ in Data("no database".utf8) }, { $0.prefix($0.count / 2) },
      { Data($0.enumerated().map { $0 % 97 == 50 ? ~$1 : $1 }) },
    ]
    for damage in damages {
      try await withStore { store, location, _ in
        let backup = try await store.backUp(at: Self.day(1))
        _ = try await store.save(try Self.metadata("later"), at: Self.day(1))
        let file = location.dataFile
        let log = try Data(contentsOf: URL(filePath: "\(file.path())-wal"))
        #expect(!log.isEmpty)
        try store.file.close()
        let damaged = damage(try Data(contentsOf: file))
        for suffix in ["", "-wal", "-shm"] { unlink(file.path() + suffix) }
        try damaged?.write(to: file)
        if hasLog {
          try log.write(to: URL(filePath: "\(file.path())-wal"))
        } else if let damaged, !damaged.isEmpty {
          let error = StoreError.corrupt(path: file.path(), holds: .savedLinks, backup: backup.day)
          #expect(throws: error) { try SavedLinkStore(location: location) }
          #expect(error.description.contains("raylette restore brings back the backup of 2023-11-"))
        }
        let former = try await StoreRestoration(of: backup.file, at: location).run()
        if !hasLog {
          #expect(try former.map { try Data(contentsOf: URL(filePath: $0)) } == damaged)
        }
        #expect(try await names(SavedLinkStore(location: location)) == ["1", "2", "3"])
      }
    }
  }

  /// Overwrites the first page of a table that's read neither when a file is opened nor when it's
  /// counted what it has.
  private static func damagePage(of file: URL) throws {
    let queue = try DatabaseQueue(path: file.path(percentEncoded: false))
    let (page, size) = try queue.read { db in
      try (
        Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'sharedSetting'"),
        Int.fetchOne(db, sql: "PRAGMA page_size")
      )
    }
    try queue.close()
    let handle = try FileHandle(forUpdating: file)
    let offset = try (#require(page) - 1) * #require(size)
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: #require(size)))
    try handle.close()
  }

  enum Damage: CaseIterable { case flipped, page, cut, empty, missing, folder, foreign, newer }

  @Test("a copy that can't be read is refused, and nothing changes", arguments: Damage.allCases)
  func refuses(damage: Damage) async throws {
    try await withStore { store, location, home in
      let copy = home.file("copy.sqlite")
      for number in 0..<200 {
        _ = try await store.save(try Self.metadata("more/\(number)"), at: Self.day(0))
      }
      try await store.backUp(to: copy)
      var bytes = try Data(contentsOf: copy)
      switch damage {
      case .flipped:
        for index in stride(from: 5_000, to: bytes.count, by: 97) { bytes[index] ^= 0xFF }
      case .cut: bytes = bytes.prefix(bytes.count / 2)
      case .empty: bytes = Data()
      case .missing, .folder, .foreign: unlink(copy.path())
      case .page, .newer: break
      }
      switch damage {
      case .flipped, .cut, .empty: try bytes.write(to: copy)
      case .page: try Self.damagePage(of: copy)
      case .missing: break
      case .folder:
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      case .foreign:
        let queue = try DatabaseQueue(path: copy.path())
        try await queue.write { try $0.execute(sql: "CREATE TABLE bookmarks (id)") }
        try queue.close()
      case .newer:
        let queue = try DatabaseQueue(path: copy.path())
        try await queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
      }
      let error = await #expect(throws: StoreError.self) {
        try await StoreRestoration(of: copy, at: location)
      }
      #expect(error?.description.contains(copy.path()) == true)
      #expect(try await names(store).count == 203)
      #expect(store.takeFileEvent() == nil)
    }
  }

  @Test(
    "a copy may have any name, which is never an address or a part of a statement",
    arguments: ["a 'b\"c.sqlite", "file:x?mode=ro", "100%25 %s.sqlite", "ü\u{301} 日本", "; --"])
  func names(name: String) async throws {
    try await withStore { store, location, home in
      let folder = home.file("a folder's")
      let copy = folder.appending(path: name)
      await #expect(throws: StoreError.self) { try await store.backUp(to: copy) }
      #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await store.backUp(to: copy)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
          == [name])
      #expect(try await StoreRestoration(of: copy, at: location).contents.links == 3)
    }
  }

  @Test("a copy of a damaged file says which file is damaged, and the copies of before stay")
  func damagedSource() async throws {
    try await withStore { store, location, home in
      let backup = try await store.backUp(at: Self.day(1))
      let file = location.dataFile.path()
      try store.file.close()
      try Self.damagePage(of: location.dataFile)
      let damaged = try SavedLinkStore(location: location)
      let copy = home.file("copy.sqlite")
      for isDaily in [true, false] {
        let error = await #expect(throws: StoreError.self) {
          if isDaily { _ = try await damaged.backUp(at: Self.day(2)) }
          try await damaged.backUp(to: copy)
        }
        #expect(error == .corrupt(path: file, holds: .savedLinks, backup: backup.day))
      }
      #expect(!FileManager.default.fileExists(atPath: copy.path()))
      #expect(store.backups.all == [backup])
    }
  }

  @Test("a symbolic link stays one, and the former file has what was in the log")
  func symbolicLink() async throws {
    try await withTemporaryHome { home in
      let (real, link) = (home.file("disk/links.sqlite"), home.file("data/saved.sqlite"))
      for folder in [real, link].map({ $0.deletingLastPathComponent() }) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      try Data().write(to: real)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
      let location = StoreLocation(dataFile: link, cacheFile: home.file("cache.sqlite"))
      let store = try SavedLinkStore(location: location)
      _ = try await store.save(try Self.metadata("1"), at: Self.day(0))
      let copy = home.file("copy.sqlite")
      try await store.backUp(to: copy)
      _ = try await store.save(try Self.metadata("2"), at: Self.day(0))
      let former = try await StoreRestoration(of: copy, at: location).run()
      #expect(former == real.path() + ".former")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path()) == real.path())
      #expect(try await names(SavedLinkStore(location: location)) == ["1"])
      let kept = URL(filePath: try #require(former))
      #expect(try await StoreRestoration(of: kept, at: location).contents.links == 2)
    }
  }

  @Test("while a file is about to be replaced, it has everything without its log")
  func lockedIsWhole() async throws {
    try await withStore { store, location, home in
      let file = location.dataFile
      _ = try await store.save(try Self.metadata("in the log"), at: Self.day(0))
      let lock = try StoreLock(file.path())
      let copy = home.file("copy.sqlite")
      try FileManager.default.copyItem(at: file, to: copy)
      #expect(try await StoreRestoration(of: copy, at: location).contents.links == 4)
      await #expect(throws: StoreError.busy(path: file.path())) {
        try await store.file.write(waits: false) { try $0.execute(sql: "DELETE FROM link") }
      }
      lock.release(isReplaced: false)
      _ = try await store.save(try Self.metadata("after"), at: Self.day(0))
      #expect(try await names(store).count == 5)
    }
  }

  @Test("a copy that's there isn't written over")
  func exists() async throws {
    try await withStore { store, _, home in
      let copy = home.file("copy.sqlite")
      try Data("mine".utf8).write(to: copy)
      await #expect(throws: StoreError.self) { try await store.backUp(to: copy) }
      #expect(try Data(contentsOf: copy) == Data("mine".utf8))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: home.url.path()).filter {
          $0.hasPrefix("copy")
        } == ["copy.sqlite"])
    }
  }

  @Test(
    "copies are sound whatever else is written, with two and with eight at once", arguments: [2, 8])
  func together(count: Int) async throws {
    try await withStore { store, location, home in
      try await withThrowingTaskGroup { group in
        for number in 0..<count {
          group.addTask {
            _ = try await store.save(try Self.metadata("t/\(number)"), at: Self.day(0))
            _ = try await store.backUp(at: Self.day(1))
            let copy = home.file("copy-\(number).sqlite")
            try await store.backUp(to: copy)
            let contents = try await StoreRestoration(of: copy, at: location).contents
            // What was acknowledged before is in it.
            #expect(contents.links >= 4)
          }
        }
        try await group.waitForAll()
      }
      let backup = try #require(store.backups.all.first)
      #expect(try await StoreRestoration(of: backup.file, at: location).contents.links >= 4)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: store.backups.folder.path()).count == 1)
    }
  }

  @Test("copies hold up no writer, and have only whole changes")
  func besideWriter() async throws {
    try await withStore { store, location, home in
      let isDone = Locked(false)
      try await withThrowingTaskGroup { group in
        group.addTask {
          defer { isDone.withLock { $0 = true } }
          for batch in 0..<100 {
            // Fails at once if the file is locked.
            try await store.file.write(waits: false) { db in
              for number in 0..<100 {
                let path = "\(batch)/\(number)"
                try db.execute(
                  sql: """
                    INSERT INTO link (url, key, host, savedAt)
                      VALUES ('https://b.test/\(path)', 'b.test/\(path)', 'b.test', 1)
                    """)
              }
            }
          }
        }
        group.addTask {
          var last = 0
          for number in 0... where number == 0 || !isDone.withLock(\.self) {
            let copy = home.file("copy-\(number).sqlite")
            try await store.backUp(to: copy)
            let count = try await StoreRestoration(of: copy, at: location).contents.links
            #expect(count % 100 == 3 && count >= last)
            last = count
            if isDone.withLock(\.self) { break }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await names(store).count == 10_003)
    }
  }

  @Test(
    "restored at once, each replaces a whole file, and nothing that was acknowledged is lost",
    arguments: [2, 8])
  func restoredTogether(count: Int) async throws {
    try await withStore { store, location, home in
      let copy = home.file("copy.sqlite")
      try await store.backUp(to: copy)
      // A save may give up after several restorations, and isn't acknowledged then.
      let acknowledged = Locked<Set<String>>(["1", "2", "3"])
      let save = { @Sendable (name: String) in
        do {
          _ = try await store.save(try Self.metadata(name), at: Self.day(0))
          _ = acknowledged.withLock { $0.insert(name) }
        } catch StoreError.replaced {}
      }
      let formers = try await withThrowingTaskGroup { group in
        for number in 0..<count {
          group.addTask { () -> String? in
            try await save("before-\(number)")
            let former = try await StoreRestoration(of: copy, at: location).run()
            try await save("after-\(number)")
            return former
          }
        }
        return try await group.reduce(into: []) { $0.append(try #require($1)) }
      }
      #expect(Set(formers).count == count)
      var all: Set<String> = []
      for path in formers + [location.dataFile.path()] {
        let file = StoreLocation(
          dataFile: URL(filePath: path), cacheFile: home.file("cache.sqlite"))
        all.formUnion(try await names(SavedLinkStore(location: file)))
      }
      #expect(all.isSuperset(of: acknowledged.withLock(\.self)))
    }
  }

  @Test("a cancelled copy leaves nothing")
  func cancelled() async throws {
    try await withStore { store, _, _ in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.backUp(at: Self.day(1))
      }
      await #expect(throws: StoreError.self) { try await task.value }
      let folder = store.backups.folder.path()
      #expect((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] == [])
    }
  }
}
