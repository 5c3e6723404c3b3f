import Foundation
import Links
import LinkStore
import LinkSync

extension SyncEngine {
  /// Appends queued changes to our log.
  /// - Parameter rewritesAll: whether to encrypt our encrypted files again.
  func send(
    at snapshot: SyncSnapshot, as device: String, rewritesAll: Bool, into report: inout Report
  ) async throws(SyncError) -> SyncSnapshot {
    let stale = try await forgetStale(of: device)
    let outgoing = try await SyncError.mapping { () throws(StoreError) in try await store.outgoing()
    }
    let logs = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
      .filter { $0.device == device }
    let rewritten = rewritesAll ? try await rewritten(logs, of: snapshot) : []
    // A file isn't dated before its changes, even if this machine's clock is behind.
    let date = max(now(), Date(syncMilliseconds: outgoing.lastChange))
    var writer = SyncLogWriter(
      device: device, logs: logs, isEncrypted: !recipients.isEmpty, date: date)
    for line in outgoing.lines { writer.add(line) }
    // A device without changes writes a log too, so that other devices know of it.
    if outgoing.lines.isEmpty, rewritten.isEmpty, snapshot.formatVersion != nil, !logs.isEmpty {
      if outgoing.last > 0 { try await note(outgoing, in: []) }
      return snapshot
    }
    let changes = writer.changes + rewritten + stale
    let after = try await SyncError.mapping { () throws(SyncRemoteError) in
      try await remote.write(changes, by: device)
    }
    let rewrittenLogs = logs.filter { log in rewritten.contains { $0.name == log.name } }
    let written = (writer.logs + rewrittenLogs).map { log in
      var log = log
      log.version = Self.version(of: log, in: after)
      return log
    }
    try await note(outgoing, in: written)
    report.sentCount += outgoing.lines.count
    // A new file was begun, so the file before it won't grow any more.
    let isBegun = written.contains { log in !logs.contains { $0.name == log.name } }
    return isBegun && !logs.isEmpty ? try await compact(after, of: device) : after
  }

  /// Returns changes that encrypt our encrypted files again. Their lines stay the same, so no harm
  /// is done if the program is killed in between.
  private func rewritten(
    _ logs: [SyncLogRecord], of snapshot: SyncSnapshot
  ) async throws(SyncError) -> [SyncFileChange] {
    guard !recipients.isEmpty else { return [] }
    var changes: [SyncFileChange] = []
    for log in logs where SyncLayout.isEncrypted(log.name) {
      guard
        let file = snapshot.files.first(where: { $0.device == log.device && $0.name == log.name })
      else { continue }
      let content = try await SyncError.mapping { () throws(SyncRemoteError) in
        try await remote.content(of: file)
      }
      changes.append(SyncFileChange(name: log.name, kind: .replace(content)))
    }
    return changes
  }

  /// Queues everything again if our log isn't in the form the remote wants, encrypted or not.
  /// - Returns: changes that remove the files in the other form.
  private func forgetStale(of device: String) async throws(SyncError) -> [SyncFileChange] {
    let logs = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    let stale = logs.filter {
      $0.device == device && SyncLayout.isEncrypted($0.name) == recipients.isEmpty
    }
    guard !stale.isEmpty else { return [] }
    try await SyncError.mapping { () throws(StoreError) in
      try await store.rename(to: device, resendsAll: true)
    }
    return stale.map { SyncFileChange(name: $0.name, kind: .remove) }
  }

  private func note(
    _ outgoing: SyncOutgoing, in logs: [SyncLogRecord]
  ) async throws(SyncError) {
    try await SyncError.mapping { () throws(StoreError) in try await store.sent(outgoing, in: logs)
    }
  }
}
