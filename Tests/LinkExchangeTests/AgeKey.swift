import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange

/// A key pair of age in a file.
struct AgeKey {
  static let hasAge = ChildProcess.exists("age", in: ProcessInfo.processInfo.environment)

  var file: String
  var recipient: String

  init(_ name: String, in home: TemporaryHome) async throws {
    file = home.file(name).path(percentEncoded: false)
    try await Self.run("age-keygen", ["-o", file])
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    recipient = String(
      try #require(lines.first { $0.contains("public key: ") }?.split(separator: " ").last))
  }

  /// The settings of a machine with this key.
  /// - Parameter recipients: for a new remote.
  func keys(_ recipients: [AgeKey] = []) -> AgeProgram.Keys {
    AgeProgram.Keys(recipients: recipients.map(\.recipient), identity: file)
  }

  /// Whether the key opens a file.
  func opens(_ file: URL) async throws -> Bool {
    let path = file.path(percentEncoded: false)
    return (try? await Self.run("age", ["--decrypt", "--identity", self.file, path])) != nil
  }

  @discardableResult
  static func run(_ name: String, _ arguments: [String]) async throws -> [UInt8] {
    Turn.require(for: "a process")
    let program = try #require(await ChildProcess(name, arguments))
    let completion = await program.complete(
      environment: ProcessInfo.processInfo.environment, outputLimit: 1 << 20,
      timeLimit: .seconds(60))
    guard case .succeeded(let output) = completion else { throw POSIXError(.EIO) }
    return output
  }
}

/// A shared folder for tests of encryption, and devices that exchange links there.
struct EncryptedFolder {
  static let start = Date(timeIntervalSince1970: 1_750_000_000)

  let home: TemporaryHome
  let url: URL

  init(in home: TemporaryHome) throws {
    self.home = home
    url = home.file("folder")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A device with links.
  func device(_ name: String, saving paths: String...) async throws -> SyncDevice {
    let device = try SyncDevice(name, in: home, now: Self.start)
    try await device.sync.begin(device: name, remote: "test")
    for path in paths { try await device.save(path) }
    return device
  }

  var remote: FolderRemote { FolderRemote(path: url.path(percentEncoded: false)) }

  func engine(
    of device: SyncDevice, _ keys: AgeProgram.Keys?, at remote: (any SyncRemote)? = nil
  ) async throws -> SyncEngine {
    var age: AgeProgram?
    if let keys {
      age = try await AgeProgram(keys, environment: ProcessInfo.processInfo.environment)
    }
    var engine = SyncEngine(
      store: device.sync, remote: EncryptedRemote(remote: remote ?? self.remote, age: age),
      settings: SyncSettings(keys: keys), host: device.name
    ) { device.now }
    engine.retries = SyncRetries(limit: 20, seed: 1) { _ in await Task.yield() }
    return engine
  }

  @discardableResult
  func exchange(
    _ device: SyncDevice, _ keys: AgeProgram.Keys?
  ) async throws -> SyncEngine.Report {
    try await engine(of: device, keys).run()
  }

  /// The error of an exchange; nil if it has none.
  func failure(
    of device: SyncDevice, _ keys: AgeProgram.Keys?
  ) async throws -> SyncRemoteError? {
    do {
      try await exchange(device, keys)
      return nil
    } catch SyncError.remote(let error) {
      return error
    }
  }

  var format: String {
    get throws { try String(contentsOf: url.appending(path: "format"), encoding: .utf8) }
  }

  func setFormat(_ text: String) throws {
    try Data(text.utf8).write(to: url.appending(path: "format"))
  }

  /// The names of all logs, in the folder of devices.
  var logs: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false))
        .filter { $0.contains(".jsonl") }.map { String($0.dropFirst("devices/".count)) }.sorted()
    }
  }

  func file(_ log: String) -> URL { url.appending(path: "devices/\(log)") }

  /// All that's in the folder.
  var contents: [String: Data] {
    get throws {
      let path = url.path(percentEncoded: false)
      var contents: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        contents[name] = try? Data(contentsOf: url.appending(path: name))
      }
      return contents
    }
  }
}

extension SyncDevice {
  func save(_ path: String) async throws {
    clock.withLock { $0 += 60 }
    let address = try #require(WebAddress("https://example.org/\(path)"))
    _ = try await store.save(LinkMetadata(originalAddress: address), at: now)
  }

  var recipientNews: String? {
    get async throws { try await sync.state()?.news }
  }
}
