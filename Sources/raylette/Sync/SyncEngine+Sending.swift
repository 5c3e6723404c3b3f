import LinkStore
import LinkSync

extension SyncEngine {
  /// Adds what's waiting to our log.
  func send(
    at snapshot: SyncSnapshot, as device: String, into report: inout Report
  ) async throws(SyncError) -> SyncSnapshot {
    let stale = try await forgetStale(of: device)
    let outgoing = try await Self.of { () throws(StoreError) in try await store.outgoing() }
    let logs = try await Self.of { () throws(StoreError) in try await store.logs() }
      .filter { $0.device == device }
    var writer = SyncLogWriter(
      device: device, logs: logs, isEncrypted: settings.keys != nil, date: now())
    for line in outgoing.lines { writer.add(line) }
    // A device with nothing to say has a log too, so that the others know of it.
    if outgoing.lines.isEmpty, snapshot.formatVersion != nil, !logs.isEmpty {
      if outgoing.last > 0 { try await note(outgoing, in: []) }
      return snapshot
    }
    let changes = writer.changes + stale
    let after = try await Self.at { () throws(SyncPlaceError) in
      try await place.write(changes, by: device)
    }
    let written = writer.logs.map { log in
      var log = log
      log.version = Self.version(of: log, in: after)
      return log
    }
    try await note(outgoing, in: written)
    report.sentCount = outgoing.lines.count
    // A new file was begun, so the one before it won't grow any more.
    let isBegun = written.contains { log in !logs.contains { $0.name == log.name } }
    return isBegun && !logs.isEmpty ? try await compact(after, of: device) : after
  }

  /// Writes everything again if the user has begun or ceased to encrypt.
  /// - Returns: the removal of the files in the other form.
  private func forgetStale(of device: String) async throws(SyncError) -> [SyncFileChange] {
    let logs = try await Self.of { () throws(StoreError) in try await store.logs() }
    let stale = logs.filter {
      $0.device == device && SyncLayout.isEncrypted($0.name) != (settings.keys != nil)
    }
    guard !stale.isEmpty else { return [] }
    try await Self.of { () throws(StoreError) in
      try await store.rename(to: device, resendsAll: true)
    }
    return stale.map { SyncFileChange(name: $0.name, kind: .remove) }
  }

  private func note(
    _ outgoing: SyncOutgoing, in logs: [SyncLogRecord]
  ) async throws(SyncError) {
    try await Self.of { () throws(StoreError) in try await store.sent(outgoing, in: logs) }
  }
}
