import Foundation
import LinkStore
import LinkSync
import RayletteApp

/// Exchanges changes with the other devices at a place, once.
struct SyncEngine: Sendable {
  let store: SyncStore
  let place: any SyncPlace
  var settings = SyncSettings()
  /// The name of this computer, for a new name of the device.
  var host = ProcessInfo.processInfo.hostName
  var now: @Sendable () -> Date = { Date() }

  /// What an exchange did.
  struct Report: Equatable, Sendable {
    /// How many links other devices have changed.
    var changedCount = 0
    /// How many marks of wheels they have changed.
    var changedMarkCount = 0
    /// How many changes the others can have now.
    var sentCount = 0
    /// Lines that couldn't be read, in all logs.
    var skippedCount = 0
    /// What was ignored at the place.
    var refused: [String] = []
    /// Why the logs of a device can't be decrypted.
    var locked: [String: String] = [:]
    /// The new name of this device, because another one had its name.
    var newName: String?

    /// Says which logs can't be read, in one line; nil if all can.
    var lockedSentence: String? {
      guard let (device, reason) = locked.min(by: { $0.key < $1.key }) else { return nil }
      let others = locked.count == 1 ? "" : " and \((locked.count - 1).grouped) more"
      return "the encrypted logs of \(device)\(others) can't be read: \(reason)"
    }

    /// Whether anything is different here now.
    var hasChanges: Bool { changedCount + changedMarkCount > 0 }
  }

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

  // MARK: - Reading

  /// Reads what other devices have added.
  private func read(
    _ snapshot: SyncSnapshot, except device: String, into report: inout Report
  ) async throws(SyncError) {
    let known = try await Self.of { () throws(StoreError) in try await store.logs() }
    let others = snapshot.files.filter { $0.device != device }
    for file in others {
      let before = known.first { $0.device == file.device && $0.name == file.name }
      if before?.version == file.version { continue }
      guard let content = try await content(of: file, lockedInto: &report) else { continue }
      // One that was rewritten is read anew. Its operations are known, so they change nothing.
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
      log.lastChange = max(log.lastChange, reader.lastChange)
      let changes = try await Self.of { [log] () throws(StoreError) in
        try await store.apply(reader, of: log, at: now())
      }
      report.changedCount += changes.links
      report.changedMarkCount += changes.marks
    }
    let gone = known.filter { log in
      log.device != device
        && !others.contains { $0.device == log.device && $0.name == log.name }
    }
    if !gone.isEmpty { try await Self.of { () throws(StoreError) in try await store.forget(gone) } }
  }

  /// Returns the lines of a log, or nil if it's encrypted for others.
  private func content(
    of file: SyncFile, lockedInto report: inout Report
  ) async throws(SyncError) -> Data? {
    do throws(SyncError) {
      return Data(
        try await Self.at { () throws(SyncPlaceError) in try await place.content(of: file) })
    } catch .place(.locked(let reason)) {
      report.locked[file.device] = reason
      return nil
    }
  }

  /// Makes the saved links anew from all logs, after an exchange.
  /// - Returns: how many links there are.
  func rebuild() async throws(SyncError) -> Int {
    _ = try await run()
    var operations: [SyncOperation] = []
    for file in try await refresh().files {
      let content = Data(
        try await Self.at { () throws(SyncPlaceError) in try await place.content(of: file) })
      operations += SyncLogReader(content, device: file.device).operations
    }
    return try await Self.of { [operations] () throws(StoreError) in
      try await store.rebuild(from: operations, at: now())
    }
  }

  // MARK: - Our own log

  /// Adds what's waiting to our log.
  private func send(
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
