package import Foundation
import Links
package import LinkStore
import LinkSync

/// Exchanges changes once with the other devices that use a remote.
package struct SyncEngine: Sendable {
  let store: SyncStore
  var remote: any SyncRemote
  let settings: SyncSettings
  /// The public keys that logs are encrypted for at the remote; empty if they're not encrypted. Set
  /// by ``agree(on:knowing:)``.
  var recipients: [String] = []
  /// The name of this computer, used to make a new name for the device.
  let host: String
  let now: @Sendable () -> Date
  /// Retries after files changed while they were read.
  var retries = SyncRetries(limit: 10)
  /// The source of the random part of a new name.
  let random: @Sendable () -> any RandomNumberGenerator

  package init(
    store: SyncStore, remote: any SyncRemote, settings: SyncSettings = SyncSettings(),
    host: String = ProcessInfo.processInfo.hostName,
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> any RandomNumberGenerator = {
      SystemRandomNumberGenerator()
    }
  ) {
    self.store = store
    self.remote = remote
    self.settings = settings
    self.host = host
    self.now = now
    self.random = random
  }

  /// - Parameter joins: whether this is the first exchange, which reads nothing until this machine
  ///   has written successfully.
  package func run(joins: Bool = false) async throws(SyncError) -> Report {
    var report = Report()
    do throws(SyncError) {
      try await withRetries { () throws(SyncError) in
        try await exchange(joins: joins, into: &report)
      }
      try await finish(failure: report.lockedSentence)
      return report
    } catch {
      // Cancelling isn't a failure. A store that can't be written can't record one either.
      if !Task.isCancelled { try? await store.finish(at: now(), failure: error.description) }
      throw error
    }
  }

  /// Runs a body again if another program changed its files meanwhile.
  func withRetries<Value>(
    _ body: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    for attempt in 1... {
      do throws(SyncError) {
        return try await body()
      } catch {
        guard case .remote(.changed) = error, attempt <= retries.limit else { throw error }
      }
      try await SyncError.mapping { () throws(SyncRemoteError) in
        try await retries.wait(beforeAttempt: attempt)
      }
    }
    throw .busy
  }

  private func exchange(joins: Bool, into report: inout Report) async throws(SyncError) {
    var snapshot = try await refresh()
    guard
      let state = try await SyncError.mapping({ () throws(StoreError) in try await store.state() })
    else { throw .notBegun }
    try await SyncError.mapping { () throws(StoreError) in
      try await store.exchangeWheelFacts(settings.hasWheels, at: now())
    }
    let logs = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    // Without this check, the logs would be written into the empty mount point of a disk.
    if let folder = remote.mountPoint, snapshot.formatVersion == nil, snapshot.files.isEmpty,
      logs.contains(where: { $0.device == state.device && $0.length > 0 })
    {
      throw .remote(.emptied(remote: folder))
    }
    let engine = try await agree(on: &snapshot, knowing: state)
    try await engine.exchange(&snapshot, knowing: state, logs, joins: joins, into: &report)
    report.refused = snapshot.refused
    let known = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    report.skippedCount = known.reduce(0) { $0 + $1.skippedCount }
    report.ahead = Set(known.filter { $0.waitingCount > 0 }.map(\.device))
  }

  private func exchange(
    _ snapshot: inout SyncSnapshot, knowing state: SyncStore.State, _ logs: [SyncLogRecord],
    joins: Bool, into report: inout Report
  ) async throws(SyncError) {
    var device = state.device
    // Files encrypted for other recipients have to be read before they can be encrypted again.
    let ownership = try await ownership(
      of: snapshot, by: device, known: logs, readsEncrypted: recipients != state.recipients)
    if ownership != .ours {
      device = newName()
      report.newName = device
      report.isOwnLogLost = ownership.isLost
      try await SyncError.mapping { [device] () throws(StoreError) in
        try await store.rename(to: device, resendsAll: ownership.isLost)
      }
    }
    if case .lost(let damaged) = ownership, !damaged.isEmpty {
      // Empties the damaged files, because everything is sent again, and other devices would go on
      // to report them. Removing the files isn't enough: other devices restore the last known files
      // of a device without any.
      snapshot = try await SyncError.mapping { () throws(SyncRemoteError) in
        try await remote.write(
          damaged.map { SyncFileChange(name: $0, kind: .replace([])) }, by: state.device)
      }
    }
    try await readAgain()
    if !joins {
      try await read(snapshot, except: device, into: &report)
      snapshot = try await correctTimes(in: snapshot, of: device)
    }
    snapshot = try await send(
      at: snapshot, as: device, rewritesAll: recipients != state.recipients, into: &report)
    if recipients != state.recipients {
      let news = news(of: state, isFirst: joins || logs.isEmpty)
      try await SyncError.mapping { () throws(StoreError) in
        try await store.note(recipients: recipients, news: news)
      }
    }
    // Reads the changes that arrived during the exchange.
    try await read(snapshot, except: device, into: &report)
  }

  private func newName() -> String {
    var random = random()
    return DeviceName.make(host: host, using: &random)
  }

  package func refresh() async throws(SyncError) -> SyncSnapshot {
    let snapshot = try await SyncError.mapping { () throws(SyncRemoteError) in
      try await remote.refresh()
    }
    if let version = snapshot.formatVersion, version > SyncLayout.version {
      throw .newerFormat(version)
    }
    return snapshot
  }

  private func finish(failure: String?) async throws(SyncError) {
    try await SyncError.mapping { () throws(StoreError) in
      try await store.finish(at: now(), failure: failure)
    }
  }
}
