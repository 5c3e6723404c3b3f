import Foundation
import LinkStore
import Links

extension SyncEngine {
  /// Exchanges changes, then compares everything at the remote with the store, and mends what can be
  /// mended without loss: what the store lacks is taken from the logs, and what the logs lack is
  /// sent again.
  package func repair() async throws(SyncError) -> [SyncFinding] {
    var findings: [SyncFinding] = []
    let before = try await withRetries { () throws(SyncError) in try await refresh() }
    let known = try await SyncError.mapping { () throws(StoreError) in try await store.logs() }
    let own = try await SyncError.mapping { () throws(StoreError) in
      try await store.state()?.device
    }
    if before.formatVersion == nil, !before.files.isEmpty { findings.append(.formatMissing) }
    let there = Set(before.files.map(\.device))
    // A single missing file may have been merged with others by its device.
    let missing = Set(known.filter { $0.length > 0 && $0.device != own }.map(\.device))
      .subtracting(there)
    var report = try await run()
    findings += report.renamingSentence.map { [.renamed($0)] } ?? []
    let (changes, files) = try await compare(into: &report)
    findings += missing.sorted().map { .logsMissing(device: $0) }
    if changes.links > 0 || !changes.facts.isEmpty {
      findings.append(
        .storeDiffered(links: changes.links, facts: changes.facts.values.reduce(0, +)))
    }
    let lacking = try await SyncError.mapping { () throws(StoreError) in
      try await store.endComparison(at: now())
    }
    if lacking > 0 {
      _ = try await run()
      findings.append(.logsLacked(changes: lacking))
    }
    findings += report.refused.map { .refused($0) }
    findings += report.lockedSentence.map { [.locked($0)] } ?? []
    findings += report.unreadableSentence.map { [.unreadable($0)] } ?? []
    findings += try await SyncError.mapping { () throws(StoreError) in
      try await SyncFinding.known(to: store, at: now())
    }
    if !findings.contains(where: { $0.status != .sound }) {
      findings.append(.sound(files: files.count, devices: Set(files.map(\.device)).count))
    }
    return findings
  }

  /// Compares all logs with the store.
  private func compare(
    into report: inout Report
  ) async throws(SyncError) -> (changes: SyncStore.Changes, files: [SyncFile]) {
    let snapshot = try await refresh()
    try await SyncError.mapping { () throws(StoreError) in try await store.beginComparison() }
    var changes = SyncStore.Changes()
    try await forEachPart(of: snapshot, into: &report) { part throws(StoreError) in
      let added = try await store.compare(part.reader, of: part.device, at: now())
      changes.links += added.links
      changes.facts.merge(added.facts) { $0 + $1 }
    }
    var suspects = try await SyncError.mapping { () throws(StoreError) in
      try await store.suspects(at: now())
    }
    if !suspects.isEmpty {
      try await forEachPart(of: snapshot, into: &report) { suspects.add($0.reader) }
      changes.links += try await SyncError.mapping { () throws(StoreError) in
        try await store.restore(suspects, at: now())
      }
    }
    return (changes, snapshot.files)
  }

  /// Reads all logs, part by part.
  private func forEachPart(
    of snapshot: SyncSnapshot, into report: inout Report,
    _ body: ((device: String, reader: SyncLogReader)) async throws(StoreError) -> Void
  ) async throws(SyncError) {
    var engine = self
    engine.remote = remote.encrypted(for: snapshot.recipients.filter(SyncRecipient.isValid))
    var progress = Progress(total: snapshot.files.reduce(0) { $0 + $1.size })
    for file in snapshot.files {
      guard let content = try await engine.content(of: file, lockedInto: &report) else { continue }
      var rest = content[...]
      while !rest.isEmpty {
        let part = part(of: rest)
        rest = rest[part.endIndex...]
        do throws(StoreError) {
          try await body((file.device, SyncLogReader(part, device: file.device)))
        } catch {
          throw .store(error)
        }
        progress.done += part.count
        onProgress(progress)
      }
    }
  }
}

extension SyncEngine {
  /// The state of our own log at the remote.
  enum Ownership: Hashable, Sendable {
    case ours
    /// Another machine writes under our name, such as one with a copy of this home.
    case shared
    /// Part of the log is missing, or the damaged files can't be decrypted.
    case lost(damaged: [String] = [])

    var isLost: Bool { if case .lost = self { true } else { false } }
  }

  /// Compares our log at the remote with our record of it.
  /// - Parameter readsEncrypted: whether to read encrypted files even if they haven't changed.
  func ownership(
    of snapshot: SyncSnapshot, by device: String, known: [SyncLogRecord], readsEncrypted: Bool
  ) async throws(SyncError) -> Ownership {
    let files = snapshot.files.filter { $0.device == device }
    var logs = known.filter { $0.device == device }
    guard logs.allSatisfy({ log in files.contains { $0.name == log.name } }) else { return .lost() }
    var ours: [SyncLogRecord] = []
    var damaged: [String] = []
    var unknown = Data()
    for file in files {
      var log =
        logs.first { $0.name == file.name } ?? SyncLogRecord(device: device, name: file.name)
      let isRead = readsEncrypted && RemoteLayout.isEncrypted(file.name)
      if log.version == file.version, !isRead { continue }
      guard let content = try await ownContent(of: file) else {
        damaged.append(file.name)
        continue
      }
      guard content.count >= log.length,
        SyncHash.value(of: content.prefix(log.length)) == log.hash
      else { return .lost() }
      unknown += content.dropFirst(log.length)
      log.hash = SyncHash.value(of: content.dropFirst(log.length), after: log.hash)
      (log.length, log.version) = (content.count, file.version)
      ours.append(log)
    }
    guard damaged.isEmpty else { return .lost(damaged: damaged) }
    guard try await isWaiting(unknown) else { return .shared }
    // With recipients, unencrypted files are about to be replaced, so they need no repair.
    logs =
      recipients.isEmpty ? try await withEndedLines(ours, of: snapshot, by: device) : ours
    try await SyncError.mapping { [logs] () throws(StoreError) in
      try await store.sent(.none, in: logs)
    }
    return .ours
  }

  /// Returns the content of one of our files, or nil if the file is damaged. Throws if this machine
  /// can't decrypt anything.
  private func ownContent(of file: SyncFile) async throws(SyncError) -> Data? {
    do throws(SyncRemoteError) {
      return Data(try await remote.content(of: file))
    } catch {
      guard case .locked = error else { throw .remote(error) }
      // Only working keys prove that the file itself is damaged.
      try await SyncError.mapping { () throws(SyncRemoteError) in try await remote.checkKeys() }
      return nil
    }
  }

  /// Ends lines that were torn when the program was killed, so that our logs have only whole lines.
  private func withEndedLines(
    _ logs: [SyncLogRecord], of snapshot: SyncSnapshot, by device: String
  ) async throws(SyncError) -> [SyncLogRecord] {
    var ended: [SyncLogRecord] = []
    for log in logs {
      var log = log
      if let file = snapshot.files.first(where: { $0.device == device && $0.name == log.name }),
        try await SyncError.mapping({ () throws(SyncRemoteError) in
          try await remote.content(of: file)
        }).last
          != UInt8(ascii: "\n"), log.length > 0, !RemoteLayout.isEncrypted(log.name)
      {
        let change = SyncFileChange(name: log.name, kind: .append([], toSize: log.length))
        let after = try await SyncError.mapping { () throws(SyncRemoteError) in
          try await remote.write([change], by: device)
        }
        log.hash = SyncHash.value(of: [UInt8(ascii: "\n")], after: log.hash)
        log.length += 1
        log.version = Self.version(of: log, in: after)
      }
      ended.append(log)
    }
    return ended
  }

  /// The version of a log's file at the remote, or none if its size differs from our record.
  static func version(of log: SyncLogRecord, in snapshot: SyncSnapshot) -> String {
    let file = snapshot.files.first { $0.device == log.device && $0.name == log.name }
    let isWhole = file?.size == log.length || RemoteLayout.isEncrypted(log.name)
    return isWhole ? file?.version ?? "" : ""
  }

  /// Whether all lines are still queued for sending. Then the program wrote them, and ended before
  /// it could record that.
  private func isWaiting(_ lines: Data) async throws(SyncError) -> Bool {
    guard !lines.isEmpty else { return true }
    let outgoing = try await SyncError.mapping { () throws(StoreError) in try await store.outgoing()
    }
    let waiting = Set(outgoing.lines.map { Data($0.utf8) })
    let whole = lines.prefix { _ in true }.split(separator: UInt8(ascii: "\n"))
    // The last line may be torn.
    let isTorn = lines.last != UInt8(ascii: "\n")
    return whole.dropLast(isTorn ? 1 : 0).allSatisfy { waiting.contains(Data($0)) }
      && (!isTorn || waiting.contains { $0.starts(with: whole.last ?? Data()) })
  }
}

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
