import Foundation
import Links
package import LinkStore
import LinkSync

extension SyncEngine {
  /// What became of the log that we wrote.
  enum Ownership: Hashable, Sendable {
    case ours
    /// Somebody else writes under our name, such as a copy of this home on another computer.
    case shared
    /// Something of it is missing, or these files of it can't be decrypted.
    case lost(damaged: [String] = [])

    var isLost: Bool { if case .lost = self { true } else { false } }
  }

  /// Compares our log at the remote with what we know to have written.
  /// - Parameter readsEncrypted: whether encrypted files are read although they haven't changed.
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
      let isRead = readsEncrypted && SyncLayout.isEncrypted(file.name)
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
    // Those that aren't encrypted are about to be replaced where they have to be.
    logs =
      recipients.isEmpty ? try await withEndedLines(ours, of: snapshot, by: device) : ours
    try await SyncError.mapping { [logs] () throws(StoreError) in
      try await store.sent(.none, in: logs)
    }
    return .ours
  }

  /// Returns the content of a file of ours, or nil if it's damaged. Throws if nothing can be
  /// decrypted here.
  private func ownContent(of file: SyncFile) async throws(SyncError) -> Data? {
    do throws(SyncRemoteError) {
      return Data(try await remote.content(of: file))
    } catch {
      guard case .locked = error else { throw .remote(error) }
      // It's the file's fault only if the keys are right.
      try await SyncError.mapping { () throws(SyncRemoteError) in try await remote.checkKeys() }
      return nil
    }
  }

  /// Ends the lines that were torn when the program was killed, so that our logs are whole again.
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
          != UInt8(ascii: "\n"), log.length > 0, !SyncLayout.isEncrypted(log.name)
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

  /// The version of a log that we know, or none if the remote has something else.
  package static func version(of log: SyncLogRecord, in snapshot: SyncSnapshot) -> String {
    let file = snapshot.files.first { $0.device == log.device && $0.name == log.name }
    let isWhole = file?.size == log.length || SyncLayout.isEncrypted(log.name)
    return isWhole ? file?.version ?? "" : ""
  }

  /// Whether all lines are still waiting to be written: the program ended after it had written them,
  /// and before it could note that.
  private func isWaiting(_ lines: Data) async throws(SyncError) -> Bool {
    guard !lines.isEmpty else { return true }
    let outgoing = try await SyncError.mapping { () throws(StoreError) in try await store.outgoing()
    }
    let waiting = Set(outgoing.lines.map { Data($0.utf8) })
    let whole = lines.prefix { _ in true }.split(separator: UInt8(ascii: "\n"))
    // The last one may be torn.
    let isTorn = lines.last != UInt8(ascii: "\n")
    return whole.dropLast(isTorn ? 1 : 0).allSatisfy { waiting.contains(Data($0)) }
      && (!isTorn || waiting.contains { $0.starts(with: whole.last ?? Data()) })
  }
}
