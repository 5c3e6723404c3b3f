import Foundation
import LinkPreview
import LinkStore
import LinkSync
import Markup
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import raylette

private let hasAge = ChildProcess.exists("age", in: ProcessInfo.processInfo.environment)

/// With age itself, which makes the keys, too.
@Suite("Encrypted logs", .enabled(if: hasAge, "age isn't installed"))
struct EncryptionTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  /// A key pair in a file.
  private struct Key {
    var file: String
    var recipient: String

    init(_ name: String, in home: TemporaryHome) async throws {
      file = home.file(name).path(percentEncoded: false)
      let environment = ProcessInfo.processInfo.environment
      let program = try #require(await ChildProcess("age-keygen", ["-o", file]))
      let completion = await program.complete(
        environment: environment, outputLimit: 10_000, timeLimit: .seconds(60))
      guard case .succeeded = completion else { throw POSIXError(.EIO) }
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      recipient = String(
        try #require(lines.first { $0.contains("public key: ") }?.split(separator: " ").last))
    }
  }

  private static func device(_ name: String, in home: TemporaryHome) async throws -> SyncDevice {
    let device = try SyncDevice(name, in: home, now: start)
    try await device.sync.begin(device: name, place: "test")
    return device
  }

  private static func save(_ address: String, on device: SyncDevice) async throws {
    device.clock.withLockedValue { $0 += 60 }
    let address = try #require(WebAddress(address))
    _ = try await device.store.save(LinkMetadata(originalAddress: address), at: device.now)
  }

  private static func exchange(
    _ device: SyncDevice, _ folder: URL, _ keys: AgeProgram.Keys?
  ) async throws -> SyncEngine.Report {
    var age: AgeProgram?
    if let keys {
      age = try await AgeProgram(keys, environment: ProcessInfo.processInfo.environment)
    }
    let place = EncryptedPlace(
      place: FolderPlace(path: folder.path(percentEncoded: false)), age: age)
    return try await SyncEngine(
      store: device.sync, place: place, settings: SyncSettings(keys: keys), host: device.name
    ) { device.now }.run()
  }

  /// The names and the bytes of all logs.
  private static func logs(_ folder: URL) throws -> [(name: String, content: Data)] {
    let path = folder.path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: path).filter {
      $0.contains(".jsonl")
    }
    .sorted().map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
  }

  private static func folder(in home: TemporaryHome) throws -> URL {
    let folder = home.file("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("only who has a key reads them; everybody else gets a sentence and the rest")
  func recipients() async throws {
    try await withTemporaryHome { home in
      let folder = try Self.folder(in: home)
      let (one, two) = (try await Key("one", in: home), try await Key("two", in: home))
      let recipients = [one.recipient, two.recipient]
      let first = try await Self.device("first", in: home)
      let second = try await Self.device("second", in: home)
      let stranger = try await Self.device("stranger", in: home)
      try await Self.save("https://example.org/secret", on: first)
      try await Self.save("https://example.org/plain", on: stranger)
      _ = try await Self.exchange(stranger, folder, nil)
      for (device, key) in [(first, one), (second, two), (first, one)] {
        let report = try await Self.exchange(
          device, folder, .init(recipients: recipients, identity: key.file))
        #expect(report.locked.isEmpty && report.newName == nil)
      }
      #expect(try await first.export() == second.export())
      #expect(try await second.export().count == 2)
      let logs = try Self.logs(folder)
      #expect(
        logs.map(\.name) == [
          "devices/first/2025-06.jsonl.age", "devices/second/2025-06.jsonl.age",
          "devices/stranger/2025-06.jsonl",
        ])
      #expect(!logs.contains { $0.content.contains(Data("secret".utf8)) })

      let report = try await Self.exchange(stranger, folder, nil)
      #expect(report.locked.keys.sorted() == ["first", "second"])
      #expect(try await stranger.export().count == 1)
      let failure = try await stranger.sync.state()?.failure
      #expect(failure?.hasPrefix("the encrypted logs of first and 1 more can't be read: ") == true)
    }
  }

  @Test("take the place of plain ones once there are keys, and the other way round")
  func changes() async throws {
    try await withTemporaryHome { home in
      let folder = try Self.folder(in: home)
      let key = try await Key("key", in: home)
      let keys = AgeProgram.Keys(recipients: [key.recipient], identity: key.file)
      let first = try await Self.device("first", in: home)
      let second = try await Self.device("second", in: home)
      for (number, settings) in [nil, keys, keys, nil, keys].enumerated() {
        try await Self.save("https://example.org/\(number)", on: first)
        #expect(try await Self.exchange(first, folder, settings).newName == nil)
        let own = try Self.logs(folder).filter { $0.name.contains("/first/") }
        #expect(own.allSatisfy { $0.name.hasSuffix(".age") == (settings != nil) } && !own.isEmpty)
        _ = try await Self.exchange(second, folder, keys)
        #expect(try await second.export() == first.export())
      }
    }
  }

  @Test("many small ones become one, and say the same to a new device")
  func joins() async throws {
    try await withTemporaryHome { home in
      let folder = try Self.folder(in: home)
      let key = try await Key("key", in: home)
      let keys = AgeProgram.Keys(recipients: [key.recipient], identity: key.file)
      let first = try await Self.device("first", in: home)
      for number in 0..<40 {
        try await Self.save("https://example.org/\(number)", on: first)
        #expect(try await Self.exchange(first, folder, keys).newName == nil)
      }
      #expect(try Self.logs(folder).count < 20)
      let second = try await Self.device("second", in: home)
      _ = try await Self.exchange(second, folder, keys)
      #expect(try await second.export() == first.export())
      #expect(try await second.export().count == 40)
    }
  }

  @Test("without our own key among the recipients, nothing is written")
  func ownKey() async throws {
    try await withTemporaryHome { home in
      let folder = try Self.folder(in: home)
      let (one, two) = (try await Key("one", in: home), try await Key("two", in: home))
      let first = try await Self.device("first", in: home)
      try await Self.save("https://example.org/a", on: first)
      await #expect(throws: SyncError.self) {
        try await Self.exchange(
          first, folder, .init(recipients: [two.recipient], identity: one.file))
      }
      #expect(try Self.logs(folder).isEmpty)
      let state = try await first.sync.state()
      #expect(state?.waitingCount == 1)
      #expect(state?.failure?.hasPrefix("age can't read or write the logs: ") == true)
    }
  }

  @Test("that are damaged or not encrypted at all are told, and the others read")
  func damaged() async throws {
    try await withTemporaryHome { home in
      let folder = try Self.folder(in: home)
      let key = try await Key("key", in: home)
      let keys = AgeProgram.Keys(recipients: [key.recipient], identity: key.file)
      let (first, second) = (
        try await Self.device("first", in: home), try await Self.device("second", in: home)
      )
      try await Self.save("https://example.org/a", on: first)
      _ = try await Self.exchange(first, folder, keys)
      for (name, content) in [("bad", "age-encryption.org/v1\n"), ("worse", "\u{1B}]0;x\u{7}")] {
        let directory = folder.appending(path: "devices/\(name)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: directory.appending(path: "2025-06.jsonl.age"))
      }
      let report = try await Self.exchange(second, folder, keys)
      #expect(report.locked.keys.sorted() == ["bad", "worse"])
      #expect(report.lockedSentence?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
      #expect(try await second.export() == first.export())
    }
  }
}
