import Foundation
import LinkStore
import Links
import TaskLimits
import TestSupport

@testable import LinkExchange

/// The files of all devices, as they really are.
final class SharedFiles: Sendable {
  struct Name: Hashable, Comparable, Sendable {
    var device: String
    var name: String

    static func < (first: Name, second: Name) -> Bool {
      (first.device, first.name) < (second.device, second.name)
    }
  }

  let files = Locked<[Name: [UInt8]]>([:])
  let format = Locked(SyncFormat.plain)
  /// The keys that encrypted files can be read with. A file that isn't listed can be read with any.
  let readers = Locked<[Name: Set<String>]>([:])
}

extension SharedFiles {
  /// Brings back how the files were, as somebody does who rewrites the history of a repository.
  func rewind(to earlier: [Name: [UInt8]]) { files.withLock { $0 = earlier } }
}

/// What a device sees of the shared files: late, in any order, and cut off in the middle of a line,
/// as programs that synchronise folders deliver them. Its own writes may fail before or after they
/// were made.
struct SlowRemote: SyncRemote {
  let shared: SharedFiles
  let device: String
  let random: Locked<SeededRandom>
  /// Whether anything goes wrong.
  let isFaulty: Locked<Bool>
  /// The public key of the device's home; nil for one that can read everything.
  var key: String?
  var recipients: [String] = []

  private func happens(oneIn count: Int) -> Bool {
    isFaulty.withLock(\.self)
      && random.withLock { Int.random(in: 0..<count, using: &$0) == 0 }
  }

  func refresh() async throws(SyncRemoteError) -> SyncSnapshot {
    if happens(oneIn: 10) { throw .timedOut(remote: "test", limit: .seconds(1)) }
    if happens(oneIn: 50) { throw .other(remote: "test", reason: "the folder can't be read") }
    // As after a branch was renamed.
    if happens(oneIn: 1_000) { return SyncSnapshot(formatVersion: nil, files: []) }
    var files: [SyncFile] = []
    for (name, content) in shared.files.withLock({ $0.sorted { $0.key < $1.key } }) {
      var size = content.count
      if !name.device.hasPrefix(device) {
        // Not there yet, or unreadable.
        if happens(oneIn: 8) { continue }
        if happens(oneIn: 3) {
          size = random.withLock { .random(in: 0...content.count, using: &$0) }
        }
      }
      files.append(
        SyncFile(
          device: name.device, name: name.name, size: size,
          version: "\(SyncHash.value(of: content.prefix(size)))"))
    }
    let format = shared.format.withLock(\.self)
    return SyncSnapshot(
      formatVersion: format.version, recipients: format.recipients, files: files)
  }

  func content(of file: SyncFile) async throws(SyncRemoteError) -> [UInt8] {
    let name = SharedFiles.Name(device: file.device, name: file.name)
    guard let content = shared.files.withLock({ $0[name] }), content.count >= file.size
    else { throw .changed(file.name) }
    // age decrypts a whole file or nothing.
    if RemoteLayout.isEncrypted(file.name) {
      if content.count > file.size { throw .locked(reason: "cut off") }
      let readers = shared.readers.withLock { $0[name] }
      if let key, let readers, !content.isEmpty, !readers.contains(key) {
        throw .locked(reason: "no identity matched any of the recipients")
      }
    }
    return Array(content.prefix(file.size))
  }

  func write(
    _ changes: [SyncFileChange], by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    if happens(oneIn: 10) { throw .unreachable(remote: "test", reason: "test") }
    try shared.format.withLock(\.self).check(changes)
    if changes.contains(where: { RemoteLayout.isEncrypted($0.name) && $0.kind.size > 0 }) {
      try await checkKeys()
    }
    let isTorn = happens(oneIn: 10)
    for change in changes {
      let name = SharedFiles.Name(device: device, name: change.name)
      let known = shared.files.withLock { $0[name] }
      var content = try change.kind.applied(to: known, of: change.name)
      // As if the program was killed while it wrote.
      if isTorn, let whole = content {
        let start = min(known?.count ?? 0, whole.count)
        let end = random.withLock { Int.random(in: start...whole.count, using: &$0) }
        content = Array(whole.prefix(end))
      }
      shared.files.withLock { $0[name] = content }
      if RemoteLayout.isEncrypted(change.name) {
        shared.readers.withLock { $0[name] = Set(recipients) }
      }
    }
    if isTorn { throw .cancelled }
    return try await refresh()
  }

  func encrypted(for recipients: [String]) -> any SyncRemote {
    var remote = self
    remote.recipients = recipients
    return remote
  }

  func checkKeys() async throws(SyncRemoteError) {
    if let key, !recipients.contains(key) { throw .notARecipient }
  }

  func change(
    _ recipients: SyncRecipientsChange, by device: String
  ) async throws(SyncRemoteError) -> SyncSnapshot {
    let after = try recipients.applied(to: shared.format.withLock(\.self))
    shared.format.withLock { $0 = after }
    return try await refresh()
  }
}
