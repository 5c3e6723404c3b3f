import Links
import LinkSync
import LinkStore

extension SyncEngine {
  /// Reads logs anew whose lines have waited long enough.
  func readAgain() async throws(SyncError) {
    try await SyncError.mapping { () throws(StoreError) in try await store.readAgain(at: now()) }
  }

  /// Takes back what this device wrote while its clock was ahead, and says it anew. If the program
  /// ends in between, the logs are missing, and everything is written again under a new name.
  func correctTimes(
    in snapshot: SyncSnapshot, of device: String
  ) async throws(SyncError) -> SyncSnapshot {
    let early = try await SyncError.mapping { () throws(StoreError) in
      try await store.correctTimes(at: now())
    }
    guard !early.isEmpty else { return snapshot }
    let after = try await SyncError.mapping { () throws(SyncRemoteError) in
      try await remote.write(
        // A device without any files would get back those that somebody has seen.
        early.map { SyncFileChange(name: $0.name, kind: .replace([])) }, by: device)
    }
    try await SyncError.mapping { () throws(StoreError) in try await store.resend(without: early) }
    return after
  }
}
