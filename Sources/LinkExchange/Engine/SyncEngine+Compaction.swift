import Foundation
import LinkStore
import LinkSync
import Links

extension SyncEngine {
  /// The number of small encrypted files from which they're merged into one.
  private static let encryptedLimit = 32

  /// Rewrites our finished files without the values that were replaced, once those are a third of
  /// them. Other devices read the result anew and learn nothing new from it. Small encrypted files,
  /// one for each exchange, are merged into one.
  ///
  /// Looks at the files only when they have doubled since the last time.
  /// - Parameter snapshot: the remote's content, after a new file was begun.
  /// - Returns: the remote's content afterwards.
  func compact(
    _ snapshot: SyncSnapshot, of device: String
  ) async throws(SyncError) -> SyncSnapshot {
    let all = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    let logs = all.filter { $0.device == device }
    // The newest file is still growing.
    let newest = logs.max { $0.lastChange < $1.lastChange }
    let old = logs.filter { $0.name != newest?.name && $0.length > 0 }
      .sorted { $0.lastChange < $1.lastChange }
    let size = old.reduce(0) { $0 + $1.length }
    let replaced = SyncStore.Replaced(
      devices: Self.intactDevices(all, at: snapshot).union([device]),
      lastSent: newest?.lastChange ?? 0)
    let kept = try await SyncError.mapping { () throws(StoreError) in try await store.keptSize() }
    if size >= max(2 * kept, compactionSize) {
      guard let kept = try await keptSize(of: old, at: snapshot, without: replaced) else {
        return snapshot
      }
      try await SyncError.mapping { () throws(StoreError) in try await store.note(keptSize: kept) }
      if 3 * kept <= 2 * size {
        return try await rewrite(old, at: snapshot, without: replaced)
      }
    }
    let small = old.filter {
      RemoteLayout.isEncrypted($0.name) && $0.length < SyncLogWriter.fileSize / 4
    }
    guard small.count >= Self.encryptedLimit else { return snapshot }
    return try await rewrite(small, at: snapshot, without: replaced)
  }

  /// The devices whose logs are at the remote as they were read.
  private static func intactDevices(
    _ logs: [SyncLogRecord], at snapshot: SyncSnapshot
  ) -> Set<String> {
    let files = Dictionary(grouping: snapshot.files, by: \.device)
    let intact = Dictionary(grouping: logs, by: \.device).filter { device, logs in
      logs.allSatisfy { log in
        files[device]?.contains { $0.name == log.name && $0.version == log.version } == true
      }
    }
    return Set(intact.keys)
  }

  /// Returns about how many bytes have to stay, judging each file by its first part, or nil if a file
  /// can't be read.
  private func keptSize(
    of logs: [SyncLogRecord], at snapshot: SyncSnapshot, without replaced: SyncStore.Replaced
  ) async throws(SyncError) -> Int? {
    var size = 0
    for log in logs {
      guard let content = try await content(of: log, at: snapshot) else { return nil }
      let part = part(of: content)
      guard !part.isEmpty else { continue }
      let kept = try await compacted(part, of: log.device, without: replaced)
      size += Int(Double(kept.count) / Double(part.count) * Double(content.count))
    }
    return size
  }

  /// Rewrites files one after the other, so that only one of them is in memory. If the program ends
  /// before a rewritten file is recorded, the next exchange finds a log that it doesn't know, takes a
  /// new name, and sends everything again.
  private func rewrite(
    _ logs: [SyncLogRecord], at snapshot: SyncSnapshot, without replaced: SyncStore.Replaced
  ) async throws(SyncError) -> SyncSnapshot {
    var snapshot = snapshot
    var content = Data()
    var merged: [SyncLogRecord] = []
    for (index, log) in logs.enumerated() {
      guard let whole = try await self.content(of: log, at: snapshot) else { return snapshot }
      var rest = whole[...]
      while !rest.isEmpty {
        let part = part(of: rest)
        rest = rest[part.endIndex...]
        content += try await compacted(part, of: log.device, without: replaced)
      }
      merged.append(log)
      guard content.count >= SyncLogWriter.fileSize || index == logs.count - 1 else { continue }
      var first = merged[0]
      let others = Array(merged.dropFirst())
      let changes =
        [SyncFileChange(name: first.name, kind: .replace(Array(content)))]
        + others.map { SyncFileChange(name: $0.name, kind: .remove) }
      snapshot = try await SyncError.mapping { () throws(SyncRemoteError) in
        try await remote.write(changes, by: log.device)
      }
      first.length = content.count
      first.hash = SyncHash.value(of: content)
      first.version = Self.version(of: first, in: snapshot)
      first.lastChange = log.lastChange
      try await SyncError.mapping { [first] () throws(StoreError) in
        try await store.forget(others)
        try await store.sent(.none, in: [first])
      }
      (content, merged) = (Data(), [])
    }
    return snapshot
  }

  private func compacted(
    _ part: Data, of device: String, without replaced: SyncStore.Replaced
  ) async throws(SyncError) -> Data {
    try await SyncError.mapping { () throws(StoreError) in
      try await store.compacted(part, of: device, without: replaced, at: now())
    }
  }

  /// Returns the lines of one of our logs, or nil if it can't be read.
  private func content(
    of log: SyncLogRecord, at snapshot: SyncSnapshot
  ) async throws(SyncError) -> Data? {
    guard
      let file = snapshot.files.first(where: { $0.device == log.device && $0.name == log.name })
    else { return nil }
    do throws(SyncRemoteError) {
      return Data(try await remote.content(of: file))
    } catch .locked {
      // An empty version makes the next exchange read the file and find out why it's locked.
      var log = log
      log.version = ""
      try await SyncError.mapping { [log] () throws(StoreError) in
        try await store.sent(.none, in: [log])
      }
      return nil
    } catch {
      throw .remote(error)
    }
  }
}
