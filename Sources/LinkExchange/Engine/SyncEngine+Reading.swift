import Foundation
import Links
import LinkStore
import LinkSync

extension SyncEngine {
  /// Reads the lines that other devices have added to their logs.
  func read(
    _ snapshot: SyncSnapshot, except device: String, into report: inout Report
  ) async throws(SyncError) {
    let known = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    let others = snapshot.files.filter { $0.device != device }
    for file in others {
      let before = known.first { $0.device == file.device && $0.name == file.name }
      if before?.version == file.version { continue }
      guard let content = try await content(of: file, lockedInto: &report) else { continue }
      // Reads a rewritten file from its start. Its known operations change nothing.
      var log = SyncLogRecord(device: file.device, name: file.name)
      if let before, content.count >= before.length,
        SyncHash.value(of: content.prefix(before.length)) == before.hash
      {
        log = before
      }
      let reader = SyncLogReader(content.dropFirst(log.length), device: file.device)
      let length = log.length + reader.length
      log.hash = SyncHash.value(of: content[log.length..<length], after: log.hash)
      log.length = length
      log.version = file.version
      log.skippedCount += reader.skippedCount
      let changes = try await SyncError.mapping { [log] () throws(StoreError) in
        try await store.apply(reader, of: log, at: now())
      }
      report.changedCount += changes.links
      report.changedFactCount += changes.facts
    }
    let removedLogs = known.filter { log in
      log.device != device
        && !others.contains { $0.device == log.device && $0.name == log.name }
    }
    if !removedLogs.isEmpty {
      try await SyncError.mapping { () throws(StoreError) in try await store.forget(removedLogs) }
    }
  }

  /// Returns the lines of a log, or nil if this machine can't decrypt the file, which the report
  /// tells.
  private func content(
    of file: SyncFile, lockedInto report: inout Report
  ) async throws(SyncError) -> Data? {
    do throws(SyncError) {
      return Data(
        try await SyncError.mapping { () throws(SyncRemoteError) in
          try await remote.content(of: file)
        })
    } catch .remote(.locked(let reason)) {
      if SyncRemoteError.locked(reason: reason).isWrongKey {
        report.unreadable.insert(file.device)
      } else {
        report.locked[file.device] = reason
      }
      return nil
    }
  }

  /// Exchanges changes, then rebuilds the saved links from all logs.
  /// - Returns: the number of links.
  package func rebuild() async throws(SyncError) -> Int {
    _ = try await run()
    var operations: [SyncOperation] = []
    for file in try await refresh().files {
      let content = Data(
        try await SyncError.mapping { () throws(SyncRemoteError) in
          try await remote.content(of: file)
        })
      operations += SyncLogReader(content, device: file.device).operations
    }
    return try await SyncError.mapping { [operations] () throws(StoreError) in
      try await store.rebuild(from: operations, at: now())
    }
  }
}
