import Foundation
import LinkStore
import Links
import TestSupport
import Testing

@testable import LinkExchange

/// With age itself, which makes the keys, too.
@Suite("Encrypted logs", .enabled(if: AgeKey.hasAge, "age isn't installed"), .takesTurn)
struct EncryptionTests {
  @Test("only who has a key reads and writes; everybody else writes nothing, and is told how")
  func recipients() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let first = try await folder.device("first", saving: "secret")
      let second = try await folder.device("second", saving: "other")
      let stranger = try await folder.device("stranger", saving: "plain")
      for (device, keys) in [
        (first, one.keys([one, two])), (second, two.keys()), (first, one.keys()),
      ] {
        let report = try await folder.exchange(device, keys)
        #expect(report.locked.isEmpty && report.newName == nil)
      }
      #expect(
        try folder.format
          == "raylette sync 1\nrecipient \(one.recipient)\nrecipient \(two.recipient)\n")
      #expect(try await first.export() == second.export())
      #expect(try await second.export().count == 2)
      #expect(try folder.logs == ["first/2025-06.jsonl.age", "second/2025-06.jsonl.age"])
      let before = try folder.contents
      #expect(!before.values.contains { $0.contains(Data("secret".utf8)) })

      let strange = try await AgeKey("strange", in: home)
      for (keys, error) in [
        (nil, .identityMissing), (strange.keys(), .notARecipient),
        // Nobody adds themselves by their settings.
        (strange.keys([strange]), .notARecipient),
      ] as [(AgeProgram.Keys?, SyncRemoteError)] {
        #expect(try await folder.failure(of: stranger, keys) == error)
        #expect(try folder.contents == before)
        #expect(try await stranger.export().count == 1)
        #expect(try await stranger.sync.state()?.failure == error.description)
        #expect(try await stranger.sync.state()?.waitingCount == 1)
      }
      #expect(try await folder.failure(of: second, nil) == .identityMissing)
      #expect(try folder.contents == before)
    }
  }

  @Test("age that isn't installed is named where it's needed, and nowhere else")
  func missing() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("one", in: home)
      let first = try await folder.device("first", saving: "secret")
      var engine = try await folder.engine(of: first, key.keys())
      engine.remote = EncryptedRemote(
        remote: folder.remote, age: nil, failure: .programMissing("age"))
      #expect(try await engine.run().sentCount == 1)
      try folder.setFormat("raylette sync 1\nrecipient \(key.recipient)\n")
      try await first.save("more")
      let before = try folder.contents
      await #expect(throws: SyncError.remote(.programMissing("age"))) {
        try await engine.run()
      }
      #expect(try folder.contents == before)
    }
  }

  @Test("a plain place becomes encrypted by a command, for all machines, and is never plain again")
  func becomesEncrypted() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("key", in: home)
      let first = try await folder.device("first", saving: "1")
      let second = try await folder.device("second", saving: "2")
      for device in [first, second, first] { try await folder.exchange(device, nil) }
      #expect(try folder.format == "raylette sync 1\n")
      // Settings alone don't change what a remote is for everybody, and aren't passed over either.
      let before = try folder.contents
      #expect(try await folder.failure(of: first, key.keys([key])) == .notEncrypted)
      #expect(try folder.contents == before)

      let engine = try await folder.engine(of: first, key.keys())
      _ = try await engine.change(.add([key.recipient]))
      #expect(try await first.recipientNews == nil)
      #expect(try folder.logs == ["first/2025-06.jsonl.age", "second/2025-06.jsonl"])
      try await second.save("3")
      #expect(try await folder.failure(of: second, nil) == .identityMissing)
      #expect(try folder.logs == ["first/2025-06.jsonl.age", "second/2025-06.jsonl"])
      try await folder.exchange(second, key.keys())
      #expect(try await second.recipientNews?.contains(key.recipient) == true)
      #expect(try folder.logs == ["first/2025-06.jsonl.age", "second/2025-06.jsonl.age"])
      // Neither without settings, nor without the format file, nor with one of before.
      try await first.save("4")
      for text in [nil, "raylette sync 1\n", ""] as [String?] {
        if let text { try folder.setFormat(text) }
        #expect(try await folder.failure(of: first, nil) == .identityMissing)
        #expect(try folder.logs.allSatisfy { $0.hasSuffix(".age") })
      }
      try FileManager.default.removeItem(at: folder.url.appending(path: "format"))
      #expect(try await folder.failure(of: first, nil) == .identityMissing)
      try await folder.exchange(first, key.keys())
      #expect(try folder.format == "raylette sync 1\nrecipient \(key.recipient)\n")
      try await folder.exchange(second, key.keys())
      #expect(try await first.export() == second.export())
      #expect(try await second.export().count == 4)
      #expect(!(try folder.contents.values.contains { $0.contains(Data("example".utf8)) }))
    }
  }

  @Test("an encrypted place that has lost its list gets that of the first who has one")
  func listLost() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let first = try await folder.device("first", saving: "1")
      try await folder.exchange(first, one.keys([one, two]))
      // The database of the first device has lost it too.
      try folder.setFormat("raylette sync 1\n")
      try await first.sync.note(recipients: [], news: nil)
      let second = try await folder.device("second", saving: "2")
      #expect(try await folder.failure(of: second, nil) == .identityMissing)
      #expect(try await folder.failure(of: second, two.keys()) == .noRecipients)
      #expect(try folder.format == "raylette sync 1\n")
      try await folder.exchange(second, two.keys([two, one]))
      let list = "raylette sync 1\nrecipient \(two.recipient)\nrecipient \(one.recipient)\n"
      #expect(try folder.format == list)
      // The remote decides from then on.
      try await folder.exchange(first, one.keys([one]))
      #expect(try folder.format == list)
      #expect(try await first.export() == second.export())
    }
  }

  @Test("many small ones become one, and say the same to a new device")
  func joins() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("key", in: home)
      let first = try await folder.device("first")
      for number in 0..<40 {
        try await first.save("\(number)")
        #expect(try await folder.exchange(first, key.keys([key])).newName == nil)
      }
      #expect(try folder.logs.count < 20)
      let second = try await folder.device("second")
      try await folder.exchange(second, key.keys())
      #expect(try await second.export() == first.export())
      #expect(try await second.export().count == 40)
    }
  }

  @Test("without our own key among the recipients, nothing is written")
  func ownKey() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let first = try await folder.device("first", saving: "a")
      #expect(try await folder.failure(of: first, one.keys([two])) == .notARecipient)
      #expect(try folder.contents.isEmpty)
      #expect(try await first.sync.state()?.waitingCount == 1)
    }
  }

  @Test("that are damaged or not encrypted at all are told, and the others read")
  func damaged() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("key", in: home)
      let first = try await folder.device("first", saving: "a")
      let second = try await folder.device("second")
      try await folder.exchange(first, key.keys([key]))
      for (name, content) in [("bad", "age-encryption.org/v1\n"), ("worse", "\u{1B}]0;x\u{7}")] {
        let file = folder.file("\(name)/2025-06.jsonl.age")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
      }
      let report = try await folder.exchange(second, key.keys())
      #expect(report.locked.keys.sorted() == ["bad", "worse"])
      #expect(report.lockedSentence?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
      #expect(try await second.export() == first.export())
    }
  }

  enum Damage: String, CaseIterable { case torn, garbage, empty, strange, swapped, removed }

  @Test(
    "of our own that are damaged are sent again under a new name, and don't trouble anybody",
    arguments: Damage.allCases)
  func ownDamaged(damage: Damage) async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (key, other) = (try await AgeKey("key", in: home), try await AgeKey("other", in: home))
      let first = try await folder.device("first")
      for number in 0..<3 {
        try await first.save("\(number)")
        try await folder.exchange(first, key.keys([key]))
      }
      let file = folder.file("first/2025-06.2.jsonl.age")
      let content = try Data(contentsOf: file)
      switch damage {
      case .torn: try content.prefix(content.count / 2).write(to: file)
      case .garbage: try Data("\u{1B}]0;x\u{7}".utf8).write(to: file)
      case .empty: try Data().write(to: file)
      case .strange:
        try Data("x\n".utf8).write(to: home.file("x"))
        let path = home.file("x").path(percentEncoded: false)
        let bytes = try await AgeKey.run("age", ["--recipient", other.recipient, path])
        try Data(bytes).write(to: file)
      case .swapped:
        try Data(contentsOf: folder.file("first/2025-06.jsonl.age")).write(to: file)
      case .removed: try FileManager.default.removeItem(at: file)
      }
      // Without the right key it isn't the file's fault.
      if damage == .torn {
        #expect(try await folder.failure(of: first, other.keys()) == .notARecipient)
        #expect(try await first.sync.state()?.device == "first")
      }
      let report = try await folder.exchange(first, key.keys())
      #expect(report.newName?.hasPrefix("first-") == true && report.isOwnLogLost)
      #expect(report.renamingSentence?.contains("sent again") == true)
      #expect(report.locked.isEmpty && report.sentCount == 3)
      #expect(try await first.sync.state()?.failure == nil)
      let again = try await folder.exchange(first, key.keys())
      #expect(again.newName == nil && again.sentCount == 0)
      let second = try await folder.device("second")
      #expect(try await folder.exchange(second, key.keys()).locked.isEmpty)
      #expect(try await second.export() == first.export())
      #expect(try await second.export().count == 3)
    }
  }
}
