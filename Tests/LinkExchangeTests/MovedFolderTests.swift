import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange

private let hasRsync = ChildProcess.exists("rsync", in: ProcessInfo.processInfo.environment)

/// Folders that another program copies to each other.
@Suite("Folders that are copied", .takesTurn)
struct MovedFolderTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  private static func device(_ name: String, in home: TemporaryHome) async throws -> SyncDevice {
    let device = try SyncDevice(name, in: home, now: start)
    try await device.sync.begin(device: name, remote: "test")
    return device
  }

  private static func folder(_ name: String, in home: TemporaryHome) throws -> String {
    let folder = home.file("\(name)-folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path(percentEncoded: false)
  }

  private static func exchange(
    _ device: SyncDevice, _ folder: String
  ) async throws -> SyncEngine.Report {
    try await SyncEngine(
      store: device.sync, remote: FolderRemote(path: folder), host: device.name
    ) { device.now }.run()
  }

  private static func save(_ addresses: [String], on device: SyncDevice) async throws {
    for address in addresses {
      let address = try #require(WebAddress(address))
      device.clock.withLock { $0 += 1 }
      _ = try await device.store.save(LinkMetadata(originalAddress: address), at: device.now)
    }
  }

  /// Copies the folders to each other: what's newer replaces what's older.
  private static func copy(_ first: String, _ second: String) async throws {
    for (source, target) in [(first, second), (second, first)] {
      let program = try #require(
        await ChildProcess("rsync", ["--archive", "--update", "\(source)/", "\(target)/"]))
      let completion = await program.complete(
        environment: ProcessInfo.processInfo.environment, outputLimit: 100_000,
        timeLimit: .seconds(60))
      // 24: a file vanished while it was copied.
      if case .failed(_, let error) = completion, !error.contains("code 24") {
        Issue.record("\(error)")
      }
    }
  }

  @Test(
    "in the middle of a write, by rsync, end with the same links", .enabled(if: hasRsync))
  func rsync() async throws {
    try await withTemporaryHome { home in
      let (first, second) = (
        try await Self.device("first", in: home), try await Self.device("second", in: home)
      )
      let (here, there) = (
        try Self.folder("first", in: home), try Self.folder("second", in: home)
      )
      let (isDone, copies) = (Locked(false), Locked(0))
      // Links are saved and exchanged until the folder has been copied twice meanwhile.
      let rounds = Locked(0)
      try await withThrowingTaskGroup { group in
        group.addTask {
          repeat {
            try await Self.copy(here, there)
            copies.withLock { $0 += 1 }
          } while !isDone.withLock(\.self)
        }
        group.addTask {
          defer { isDone.withLock { $0 = true } }
          while rounds.withLock(\.self) < 15 || copies.withLock(\.self) < 2 {
            let round = rounds.withLock {
              $0 += 1
              return $0
            }
            try await Self.save(
              (0..<20).map { "https://example.org/\(round)/\($0)" }, on: first)
            // It may be refused while rsync replaces a file. The next attempt is right.
            _ = try? await Self.exchange(first, here)
            try await Self.save(["https://example.org/\(round)/second"], on: second)
            _ = try? await Self.exchange(second, there)
          }
        }
        try await group.waitForAll()
      }
      for _ in 0..<3 {
        #expect(try await Self.exchange(first, here).skippedCount == 0)
        try await Self.copy(here, there)
        #expect(try await Self.exchange(second, there).skippedCount == 0)
        try await Self.copy(here, there)
      }
      let links = try await first.export()
      #expect(links.count == rounds.withLock(\.self) * 21)
      #expect(try await second.export() == links)
    }
  }

  @Test("that are empty because nothing is mounted there aren't written")
  func unmounted() async throws {
    try await withTemporaryHome { home in
      let device = try await Self.device("first", in: home)
      let folder = try Self.folder("first", in: home)
      try await Self.save(["https://example.org/a"], on: device)
      _ = try await Self.exchange(device, folder)
      let manager = FileManager.default
      try manager.moveItem(atPath: folder, toPath: "\(folder)-disk")
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try await Self.save(["https://example.org/b"], on: device)
      await #expect(throws: SyncError.remote(.emptied(remote: folder))) {
        try await Self.exchange(device, folder)
      }
      #expect(try manager.contentsOfDirectory(atPath: folder).isEmpty)
      try manager.removeItem(atPath: folder)
      try manager.moveItem(atPath: "\(folder)-disk", toPath: folder)
      let report = try await Self.exchange(device, folder)
      #expect(report.sentCount == 1 && report.newName == nil)
      // Begun anew, an empty folder is fine.
      try manager.removeItem(atPath: folder)
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try await device.sync.leave()
      try await device.sync.begin(device: "first", remote: "test")
      #expect(try await Self.exchange(device, folder).sentCount == 2)
    }
  }
}
