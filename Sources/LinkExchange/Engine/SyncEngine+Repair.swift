import Foundation
import Links
import LinkStore
import LinkSync

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
