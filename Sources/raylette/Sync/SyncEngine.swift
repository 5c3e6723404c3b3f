import Foundation
import LinkStore
import LinkSync

/// Exchanges changes with the other devices at a place, once.
struct SyncEngine: Sendable {
  let store: SyncStore
  let place: any SyncPlace
  var settings = SyncSettings()
  /// The name of this computer, for a new name of the device.
  var host = ProcessInfo.processInfo.hostName
  var now: @Sendable () -> Date = { Date() }

  func run() async throws(SyncError) -> Report {
    do throws(SyncError) {
      let report = try await exchange()
      try await finish(failure: report.lockedSentence)
      return report
    } catch {
      // A database that can't be written can't note it either.
      // A cancelled one isn't a failure.
      if !Task.isCancelled { try? await store.finish(at: now(), failure: error.description) }
      throw error
    }
  }

  private func exchange() async throws(SyncError) -> Report {
    var report = Report()
    var snapshot = try await refresh()
    guard
      var device = try await Self.of({ () throws(StoreError) in try await store.state() })?.device
    else { throw .notBegun }
    try await Self.of { () throws(StoreError) in
      try await store.exchangeMarks(settings.hasWheels, at: now())
    }
    let logs = try await Self.of { () throws(StoreError) in try await store.logs() }
    // Otherwise everything would be written into the folder that a disk is mounted on.
    if let folder = place.mountPoint, snapshot.formatVersion == nil, snapshot.files.isEmpty,
      logs.contains(where: { $0.device == device && $0.length > 0 })
    {
      throw .place(.emptied(place: folder))
    }
    let ownership = try await ownership(of: snapshot, by: device, known: logs)
    if ownership != .ours {
      var random = SystemRandomNumberGenerator()
      device = DeviceName.make(host: host, using: &random)
      report.newName = device
      try await Self.of { [device] () throws(StoreError) in
        try await store.rename(to: device, resendsAll: ownership == .lost)
      }
    }
    try await read(snapshot, except: device, into: &report)
    snapshot = try await send(at: snapshot, as: device, into: &report)
    // What came meanwhile.
    try await read(snapshot, except: device, into: &report)
    report.refused = snapshot.refused
    report.skippedCount = try await Self.of { () throws(StoreError) in try await store.logs() }
      .reduce(0) { $0 + $1.skippedCount }
    return report
  }

  func refresh() async throws(SyncError) -> SyncSnapshot {
    let snapshot = try await Self.at { () throws(SyncPlaceError) in try await place.refresh() }
    if let version = snapshot.formatVersion, version > SyncLayout.version {
      throw .newerFormat(version)
    }
    return snapshot
  }

  private func finish(failure: String?) async throws(SyncError) {
    try await Self.of { () throws(StoreError) in
      try await store.finish(at: now(), failure: failure)
    }
  }

  // MARK: - Errors

  static func of<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .store(error) }
  }

  static func at<Value>(
    _ body: () async throws(SyncPlaceError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .place(error) }
  }
}
