import Foundation
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

@Suite("Long logs")
struct LongLogTests {
  /// A device that has written 20 links, and one that has read none of them.
  private static func devices(
    at shared: EncryptedFolder
  ) async throws -> (SyncDevice, SyncDevice) {
    let first = try await shared.device("first")
    for number in 0..<20 { try await first.save("\(number)") }
    try await shared.exchange(first, nil)
    return (first, try await shared.device("second"))
  }

  @Test("are read in parts, each with whole lines, and reported as they are read")
  func parts() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, second) = try await Self.devices(at: shared)
      var engine = try await shared.engine(of: second, nil)
      engine.partSize = 500
      let seen = Locked<[SyncEngine.Progress]>([])
      engine.onProgress = { progress in seen.withLock { $0.append(progress) } }
      let report = try await engine.run()
      #expect(report.changedCount == 20 && report.skippedCount == 0)
      let links = try await first.export()
      #expect(try await second.export() == links)
      let progress = seen.withLock(\.self)
      let size = try await shared.remote.refresh().files.first { $0.device == "first" }?.size
      #expect(progress.count > 3 && progress.map(\.done) == progress.map(\.done).sorted())
      #expect(progress.last?.done == size && progress.allSatisfy { $0.total == size })
      // Nothing is left to read.
      seen.withLock { $0 = [] }
      #expect(try await engine.run().changedCount == 0)
      #expect(seen.withLock { $0.count } == 0)
    }
  }

  @Test("keep what waits until its time has come, in any part")
  func waiting() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let first = try await shared.device("first")
      first.clock.withLock { $0 = EncryptedFolder.start + 2 * 86_400 }
      try await first.save("ahead")
      try await shared.exchange(first, nil)
      let file = shared.file(try #require(try shared.logs.first { $0.hasPrefix("first/") }))
      var content = try Data(contentsOf: file)
      for number in 0..<20 {
        let line =
          #"{"at":"2025-06-15T10:00:00.000Z","link":"https://example.org/\#(number)","saved":"2025-06-15T10:00:00.000Z"}"#
        content += Data("\(line)\n".utf8)
      }
      try content.write(to: file)
      let second = try await shared.device("second")
      var engine = try await shared.engine(of: second, nil)
      engine.partSize = 500
      let report = try await engine.run()
      #expect(report.changedCount == 20 && report.ahead == ["first"])
      second.clock.withLock { $0 = EncryptedFolder.start + 2 * 86_400 }
      _ = try await engine.run()
      #expect(try await second.store.list(SavedQuery()).ids.count == 21)
    }
  }

  @Test("go on where reading them ended, after any part")
  func resumed() async throws {
    try await withTemporaryHome { home in
      let shared = try EncryptedFolder(in: home)
      let (first, second) = try await Self.devices(at: shared)
      // The program ends after each part.
      for part in 1...30 {
        var engine = try await shared.engine(of: second, nil)
        engine.partSize = 500
        let task = Locked<Task<Void, Never>?>(nil)
        engine.onProgress = { _ in task.withLock { $0?.cancel() } }
        let running = Task { [engine] in _ = try? await engine.run() }
        task.withLock { $0 = running }
        await running.value
        let count = try await second.store.list(SavedQuery()).ids.count
        if count == 20 { break }
        try #require(part < 30)
      }
      try await shared.exchange(second, nil)
      let links = try await first.export()
      #expect(try await second.export() == links)
    }
  }
}
