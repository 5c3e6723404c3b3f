import Foundation
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange

/// A folder in which something happens when it's written or read.
private struct TrickyRemote: SyncRemote {
  let remote: FolderRemote
  /// How often it fails after a write, as if the program was killed then.
  let failedWrites = Locked(0)
  /// How often a file changes before it's read.
  let changedReads = Locked(0)

  private static func isDue(_ count: Locked<Int>) -> Bool {
    count.withLock {
      $0 -= 1
      return $0 >= 0
    }
  }

  func refresh() async throws(SyncRemoteError) -> SyncSnapshot { try await remote.refresh() }

  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    if Self.isDue(changedReads) { throw .changed(file.name) }
    return try await remote.content(of: file)
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    let snapshot = try await remote.write(changes, by: device)
    if Self.isDue(failedWrites) { throw .cancelled }
    return snapshot
  }

  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    try await remote.change(recipients, by: device)
  }
}

@Suite("The recipients of a place", .enabled(if: AgeKey.hasAge, "age isn't installed"), .takesTurn)
struct RecipientTests {
  @Test(
    "a changed list is written for by each machine, and said once by those who didn't change it")
  func changes() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let one = try await AgeKey("one", in: home)
      let two = try await AgeKey("two", in: home)
      let three = try await AgeKey("three", in: home)
      let first = try await folder.device("first", saving: "1")
      let second = try await folder.device("second", saving: "2")
      for (device, keys) in [(first, one.keys([one, two])), (second, two.keys())] {
        try await folder.exchange(device, keys)
        #expect(try await device.recipientNews == nil)
      }
      try await first.save("3")
      try await folder.exchange(first, one.keys())
      func opened(by key: AgeKey) async throws -> [String] {
        var opened: [String] = []
        for log in try folder.logs where try await key.opens(folder.file(log)) {
          opened.append(log)
        }
        return opened
      }
      #expect(try await opened(by: three).isEmpty)

      let added = try await folder.engine(of: first, one.keys()).change(.add([three.recipient]))
      #expect(added.newName == nil)
      #expect(try await first.recipientNews == nil)
      // The new one has what others have said.
      let ofFirst = [".2", ".3", ""].map { "first/2025-06\($0).jsonl.age" }
      #expect(try await opened(by: three) == ofFirst)
      #expect(try await folder.exchange(second, two.keys()).newName == nil)
      #expect(try await opened(by: three) == folder.logs)
      let news = try await second.recipientNews
      #expect(
        news
          == "the recipients have changed: \(three.recipient) can read what's written from now on")
      try await second.sync.forgetNews()
      try await folder.exchange(second, two.keys())
      #expect(try await second.recipientNews == nil)

      let third = try await folder.device("third", saving: "own")
      let joined = try await folder.exchange(third, three.keys())
      #expect(joined.locked.isEmpty && joined.unreadable.isEmpty)
      #expect(try await third.export().count == 4)
      #expect(try await third.recipientNews == nil)

      _ = try await folder.engine(of: second, two.keys()).change(.remove([three.recipient]))
      try await folder.exchange(first, one.keys())
      #expect(
        try await first.recipientNews
          == "the recipients have changed: \(three.recipient) can't any more")
      #expect(try await opened(by: three) == ["third/2025-06.jsonl.age"])
      #expect(try await opened(by: two) == folder.logs)
      // The one who's out says so, writes nothing, and stays as it is.
      try await third.save("4")
      let before = try folder.contents
      #expect(try await folder.failure(of: third, three.keys()) == .notARecipient)
      #expect(try folder.contents == before)
      #expect(try await third.export().count == 5)
    }
  }

  @Test("a new machine has everything, though one of the others never writes again")
  func retired() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let retired = try await folder.device("retired", saving: "1", "2")
      let first = try await folder.device("first", saving: "3")
      for device in [retired, first] { try await folder.exchange(device, one.keys([one])) }
      _ = try await folder.engine(of: first, one.keys()).change(.add([two.recipient]))
      let second = try await folder.device("second", saving: "4")
      let report = try await folder.exchange(second, two.keys())
      #expect(report.unreadable == ["retired"] && report.locked.isEmpty)
      #expect(report.unreadableSentence?.contains("retired") == true)
      #expect(try await second.sync.state()?.failure == nil)
      try await folder.exchange(first, one.keys())
      #expect(try await second.export() == first.export())
      #expect(try await second.export().count == 4)
      // It does after all.
      try await folder.exchange(retired, one.keys())
      #expect(try await folder.exchange(second, two.keys()).unreadable.isEmpty)
      #expect(try await second.export() == retired.export())
    }
  }

  @Test("machines that begin and write a place at once end with the same", arguments: [2, 8])
  func together(count: Int) async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("key", in: home)
      var devices: [SyncDevice] = []
      for number in 0..<count {
        devices.append(try await folder.device("d\(number)", saving: "\(number)"))
      }
      try await withThrowingTaskGroup { group in
        for device in devices {
          group.addTask {
            try await folder.exchange(device, key.keys([key]))
            try await device.save("\(device.name)/more")
            try await folder.exchange(device, key.keys([key]))
          }
        }
        try await group.waitForAll()
      }
      for device in devices { try await folder.exchange(device, key.keys()) }
      #expect(try folder.logs.allSatisfy { $0.hasSuffix(".age") })
      let links = try await devices[0].export()
      #expect(links.count == 2 * count)
      for device in devices { #expect(try await device.export() == links) }
    }
  }

  @Test("nobody puts themselves on the list, takes themselves off it, or empties it")
  func refusals() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let first = try await folder.device("first", saving: "1")
      let stranger = try await folder.device("stranger", saving: "2")
      try await folder.exchange(first, one.keys([one, two]))
      let before = try folder.contents
      let letters = Array("qpzry9x8")
      let many = (0..<40).map {
        "age1\(String(repeating: "q", count: 56))\(letters[$0 / 8])\(letters[$0 % 8])"
      }
      for (device, keys, change, error) in [
        (stranger, nil, .add([one.recipient]), .identityMissing),
        (first, one.keys(), .remove([one.recipient]), .ownRecipient),
        (first, one.keys(), .remove([one.recipient, two.recipient]), .lastRecipient),
        (first, one.keys(), .remove(["age1x"]), .unknownRecipient),
        (first, one.keys(), .add(many), .recipientLimit),
      ] as [(SyncDevice, AgeProgram.Keys?, SyncRecipientsChange, SyncRemoteError)] {
        let engine = try await folder.engine(of: device, keys)
        await #expect(throws: SyncError.remote(error)) { try await engine.change(change) }
        #expect(try folder.contents == before)
      }
      let three = try await AgeKey("three", in: home)
      let engine = try await folder.engine(of: stranger, three.keys())
      await #expect(throws: SyncError.remote(.notARecipient)) {
        try await engine.change(.add([three.recipient]))
      }
      #expect(try folder.contents == before)
    }
  }

  @Test(
    "what isn't a public key never reaches age, stops all writing, and can be removed",
    arguments: [
      "recipient -o/tmp/x", "recipient --output=x", "-i", "recipient age1", "recipient",
      "recipient age1yubikey1q2w3e4r5t6y7u8i9o0pqpzry9x8gf2tvdw0s3jn54khce6mua7lqpzr",
      "recipient ../../bin/sh", "recipient ssh-ed25519 -x", "recipient ssh-rsa AAAA b c",
      "recipient AGE-SECRET-KEY-1QQ", "recipient age1\u{1B}[31mx",
    ])
  func hostile(line: String) async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("one", in: home)
      let first = try await folder.device("first", saving: "1")
      try await folder.exchange(first, key.keys([key]))
      let good = try folder.format
      try await first.save("2")
      try folder.setFormat(good + line + "\n")
      let before = try folder.contents
      let error = try #require(try await folder.failure(of: first, key.keys()))
      guard case .wrongRecipient(let text) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect(try folder.contents == before)
      _ = try await folder.engine(of: first, key.keys())
        .change(.remove([SyncRecipient.displayText(text)]))
      #expect(try folder.format == good)
      #expect(try folder.logs.count == 2)
    }
  }

  @Test("a place with a list that's too long isn't one to write to")
  func longList() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let key = try await AgeKey("one", in: home)
      let first = try await folder.device("first", saving: "1")
      let path = folder.url.path(percentEncoded: false)
      let long = String(repeating: "recipient \(key.recipient)\n", count: 100)
      try folder.setFormat("raylette sync 1\n\(long)")
      #expect(try await folder.failure(of: first, key.keys()) == .notOurs(remote: path))
      #expect(try folder.logs.isEmpty)
    }
  }

  @Test("a program that's killed after it has written for a new list goes on under its name")
  func killed() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let (one, two) = (try await AgeKey("one", in: home), try await AgeKey("two", in: home))
      let first = try await folder.device("first", saving: "1")
      try await folder.exchange(first, one.keys([one]))
      try await first.save("2")
      let remote = TrickyRemote(remote: folder.remote)
      remote.failedWrites.withLock { $0 = 1 }
      let engine = try await folder.engine(of: first, one.keys(), at: remote)
      await #expect(throws: SyncError.remote(.cancelled)) {
        try await engine.change(.add([two.recipient]))
      }
      let report = try await engine.run()
      #expect(report.newName == nil)
      for log in try folder.logs { #expect(try await two.opens(folder.file(log))) }
      let second = try await folder.device("second")
      try await folder.exchange(second, two.keys())
      #expect(try await second.export() == first.export())
      #expect(try await second.export().count == 2)
    }
  }

  @Test("files that change while they're read are read again, without being asked")
  func restless() async throws {
    try await withTemporaryHome { home in
      let folder = try EncryptedFolder(in: home)
      let first = try await folder.device("first", saving: "1")
      let second = try await folder.device("second")
      try await folder.exchange(first, nil)
      let remote = TrickyRemote(remote: folder.remote)
      remote.changedReads.withLock { $0 = 5 }
      let engine = try await folder.engine(of: second, nil, at: remote)
      #expect(try await engine.run().changedCount == 1)
      // There's an end to it.
      remote.changedReads.withLock { $0 = .max }
      try await first.save("2")
      try await folder.exchange(first, nil)
      await #expect(throws: SyncError.remote(.changed("2025-06"))) { try await engine.run() }
    }
  }
}
