import Foundation
import Links
import LinkStore
import LinkSync

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
