package import Foundation
package import LinkStore
import Links
import Localization

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
  /// The bytes that are read in one transaction, so that the first links are there soon.
  var partSize = 1 << 19
  /// The least bytes of finished files that are looked at, to write them again without what was
  /// replaced.
  var compactionSize = 2 * SyncLogWriter.fileSize
  /// Called while many changes of other devices are read.
  package var onProgress: @Sendable (Progress) -> Void = { _ in }
  /// Retries after files changed while they were read.
  var retries = SyncRetries(limit: 10)
  /// The source of the random part of a new name.
  let random: @Sendable () -> any RandomNumberGenerator

  package init(
    store: SyncStore, remote: any SyncRemote, settings: SyncSettings = SyncSettings(),
    host: String = DeviceName.host,
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
      try await finish(failure: Catalogue.with(.stored) { report.lockedSentence })
      return report
    } catch {
      // Cancelling isn't a failure. A store that can't be written can't record one either.
      if !Task.isCancelled {
        let failure = Catalogue.with(.stored) { error.description }
        try? await store.finish(at: now(), failure: failure)
      }
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
    let shared = await settings.shared()
    try await SyncError.mapping { () throws(StoreError) in
      try await store.exchangeFacts(ofWheels: settings.hasWheels, at: now())
      if let shared { try await store.share(shared, at: now()) }
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
    if let version = snapshot.formatVersion, version > RemoteLayout.version {
      throw .newerFormat(version)
    }
    return snapshot
  }

  /// Returns what other devices have at the remote, which differs after each change there.
  package func others() async throws(SyncError) -> Set<String> {
    let snapshot = try await refresh()
    let device = try await SyncError.mapping { () throws(StoreError) in
      try await store.state()?.device
    }
    let files = snapshot.files.filter { $0.device != device }
    return Set(files.map { "\($0.device)/\($0.name) \($0.version)" } + snapshot.recipients)
  }

  private func finish(failure: String?) async throws(SyncError) {
    try await SyncError.mapping { () throws(StoreError) in
      try await store.finish(at: now(), failure: failure)
    }
  }
}

extension SyncEngine {
  /// The bytes that are sent at once, which limit the memory that's used.
  private static let sendSize = 4 << 20

  /// Appends queued changes to our log.
  /// - Parameter rewritesAll: whether to encrypt our encrypted files again.
  func send(
    at snapshot: SyncSnapshot, as device: String, rewritesAll: Bool, into report: inout Report
  ) async throws(SyncError) -> SyncSnapshot {
    var snapshot = snapshot
    var stale = try await forgetStale(of: device)
    var rewritten =
      rewritesAll ? try await rewritten(ownLogs(of: device), of: snapshot) : []
    var isBegun = false
    var isAll = false
    while !isAll {
      // What's changed from here on isn't sent yet.
      let start = now()
      let outgoing = try await SyncError.mapping { () throws(StoreError) in
        try await store.outgoing(limit: Self.sendSize)
      }
      isAll = outgoing.isAll
      let logs = try await ownLogs(of: device)
      // A file isn't dated before its changes, even if this machine's clock is behind.
      let date = max(start, Date(syncMilliseconds: outgoing.lastChange))
      var writer = SyncLogWriter(
        device: device, logs: logs, isEncrypted: !recipients.isEmpty, date: date)
      for line in outgoing.lines { writer.add(line) }
      // A device without changes writes a log too, so that other devices know of it.
      if outgoing.lines.isEmpty, rewritten.isEmpty, snapshot.formatVersion != nil, !logs.isEmpty {
        if outgoing.last > 0 { try await note(outgoing, in: []) }
        continue
      }
      let changes = writer.changes + rewritten + stale
      snapshot = try await SyncError.mapping { () throws(SyncRemoteError) in
        try await remote.write(changes, by: device)
      }
      let rewrittenLogs = logs.filter { log in rewritten.contains { $0.name == log.name } }
      let written = (writer.logs + rewrittenLogs).map { [snapshot] log in
        var log = log
        log.version = Self.version(of: log, in: snapshot)
        return log
      }
      try await note(outgoing, in: written)
      report.sentCount += outgoing.lines.count
      // A new file was begun, so the file before it won't grow any more.
      if !logs.isEmpty, written.contains(where: { log in !logs.contains { $0.name == log.name } }) {
        isBegun = true
      }
      (stale, rewritten) = ([], [])
    }
    return isBegun ? try await compact(snapshot, of: device) : snapshot
  }

  private func ownLogs(of device: String) async throws(SyncError) -> [SyncLogRecord] {
    try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
      .filter { $0.device == device }
  }

  /// Returns changes that encrypt our encrypted files again. Their lines stay the same, so no harm
  /// is done if the program is killed in between.
  private func rewritten(
    _ logs: [SyncLogRecord], of snapshot: SyncSnapshot
  ) async throws(SyncError) -> [SyncFileChange] {
    guard !recipients.isEmpty else { return [] }
    var changes: [SyncFileChange] = []
    for log in logs where RemoteLayout.isEncrypted(log.name) {
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
      $0.device == device && RemoteLayout.isEncrypted($0.name) == recipients.isEmpty
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

extension SyncEngine {
  /// Reads the lines that other devices have added to their logs.
  func read(
    _ snapshot: SyncSnapshot, except device: String, into report: inout Report
  ) async throws(SyncError) {
    let known = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    let others = snapshot.files.filter { $0.device != device }
    var progress = Progress()
    for file in others {
      let before = known.first { $0.device == file.device && $0.name == file.name }
      if before?.version != file.version { progress.total += file.size - (before?.length ?? 0) }
    }
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
      var rest = content.dropFirst(log.length)
      repeat {
        let part = part(of: rest)
        rest = rest[part.endIndex...]
        let reader = SyncLogReader(part, device: file.device)
        log.hash = SyncHash.value(of: part.prefix(reader.length), after: log.hash)
        log.length += reader.length
        // If the program ends in between, the next exchange reads on from there.
        log.version = rest.isEmpty ? file.version : ""
        log.skippedCount += reader.skippedCount
        let (changes, known) = try await SyncError.mapping { [log] () throws(StoreError) in
          try await store.apply(reader, of: log, at: now())
        }
        log = known
        report.changedCount += changes.links
        report.changedFacts.merge(changes.facts) { $0 + $1 }
        progress.done += part.count
        onProgress(progress)
      } while !rest.isEmpty
    }
    let removedLogs = known.filter { log in
      log.device != device
        && !others.contains { $0.device == log.device && $0.name == log.name }
    }
    if !removedLogs.isEmpty {
      try await SyncError.mapping { () throws(StoreError) in try await store.forget(removedLogs) }
    }
  }

  /// How much of the other devices' changes was read, in bytes.
  package struct Progress: Sendable {
    package var done = 0
    package var total = 0
  }

  /// Returns the start of a log: whole lines with about ``partSize`` bytes.
  func part(of content: Data) -> Data {
    guard content.count > partSize else { return content }
    let end = content[(content.startIndex + partSize)...].firstIndex(of: UInt8(ascii: "\n"))
    return end.map { content[...$0] } ?? content
  }

  /// Returns the lines of a log, or nil if this machine can't decrypt the file, which the report
  /// tells.
  func content(
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
}

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
