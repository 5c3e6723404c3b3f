import Foundation
import Links
import LinkStore
import LinkSync
import Markup

extension SyncEngine {
  /// The number of small encrypted files from which they're merged into one.
  private static let encryptedLimit = 32

  /// Rewrites our finished files without the values that we replaced ourselves, if those are more
  /// than half of the files. Other devices read the result anew and learn nothing new from it.
  /// Small encrypted files, one for each exchange, are merged into one.
  ///
  /// - Parameter snapshot: the remote's content, after a new file was begun.
  /// - Returns: the remote's content afterwards.
  func compact(
    _ snapshot: SyncSnapshot, of device: String
  ) async throws(SyncError) -> SyncSnapshot {
    let logs = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
      .filter { $0.device == device }
    // The newest file is still growing.
    let newest = logs.max { $0.lastChange < $1.lastChange }
    var old = logs.filter { $0.name != newest?.name }.sorted { $0.lastChange < $1.lastChange }
    let isEncrypted = old.allSatisfy { SyncLayout.isEncrypted($0.name) }
    if isEncrypted {
      old.removeAll { $0.length >= SyncLogWriter.fileSize / 4 }
      guard old.count >= Self.encryptedLimit else { return snapshot }
    }
    guard let first = old.first else { return snapshot }
    var content = Data()
    for log in old {
      guard let file = snapshot.files.first(where: { $0.device == device && $0.name == log.name })
      else { return snapshot }
      do throws(SyncRemoteError) {
        content += try await remote.content(of: file)
      } catch .locked {
        // An empty version makes the next exchange read the file and find out why it's locked.
        var log = log
        log.version = ""
        try await SyncError.mapping { [log] () throws(StoreError) in
          try await store.sent(.none, in: [log])
        }
        return snapshot
      } catch {
        throw .remote(error)
      }
    }
    let limit = SyncClock(device: device).limit(at: now())
    let compacted = SyncCompaction.compacted(content, device: device, limit: limit) { address in
      WebAddress(address).map { LinkKey.key(of: $0) } ?? address
    }
    guard let compacted = compacted ?? (isEncrypted ? content : nil) else { return snapshot }
    var changes = [SyncFileChange(name: first.name, kind: .replace(Array(compacted)))]
    changes += old.dropFirst().map { SyncFileChange(name: $0.name, kind: .remove) }
    let after = try await SyncError.mapping { [changes] () throws(SyncRemoteError) in
      try await remote.write(changes, by: device)
    }
    var log = first
    log.length = compacted.count
    log.hash = SyncHash.value(of: compacted)
    log.version = Self.version(of: log, in: after)
    try await SyncError.mapping { [log] () throws(StoreError) in
      try await store.forget(Array(old.dropFirst()))
      try await store.sent(.none, in: [log])
    }
    return after
  }
}
