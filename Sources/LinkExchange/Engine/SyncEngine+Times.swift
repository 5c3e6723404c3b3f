import Links
import LinkSync
import LinkStore

extension SyncEngine {
  /// Reads logs again whose waiting lines count by now.
  func readAgain() async throws(SyncError) {
    try await SyncError.mapping { () throws(StoreError) in try await store.readAgain(at: now()) }
  }

  /// Withdraws the changes that this device wrote while its clock was ahead, and queues them with
  /// corrected times. If the program ends in between, the logs count as lost, and everything is
  /// written again under a new name.
  func correctTimes(
    in snapshot: SyncSnapshot, of device: String
  ) async throws(SyncError) -> SyncSnapshot {
    let early = try await SyncError.mapping { () throws(StoreError) in
      try await store.correctTimes(at: now())
    }
    guard !early.isEmpty else { return snapshot }
    let after = try await SyncError.mapping { () throws(SyncRemoteError) in
      try await remote.write(
        // Empties the files, because other devices restore the last known files of a device without
        // any.
        early.map { SyncFileChange(name: $0.name, kind: .replace([])) }, by: device)
    }
    try await SyncError.mapping { () throws(StoreError) in try await store.resend(without: early) }
    return after
  }
}
