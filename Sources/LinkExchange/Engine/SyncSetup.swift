import Foundation
package import LinkStore
import Links

/// Sets up the exchange at a remote, or leaves nothing behind. If the first exchange doesn't
/// succeed, no remote is named, and the next command removes the files it made.
package struct SyncSetup {
  private let store: SyncStore
  private let folder: SyncFolder
  private let target: SyncTarget
  private var settings: SyncSettings
  /// The public keys that the logs of a new remote are encrypted for; empty for those in the
  /// settings.
  private var recipients: [String] = []
  /// See ``SyncEngine/onProgress``.
  package var onProgress: @Sendable (SyncEngine.Progress) -> Void = { _ in }

  package init(
    store: SyncStore, folder: SyncFolder, target: SyncTarget, settings: SyncSettings,
    recipients: [String] = []
  ) {
    self.store = store
    self.folder = folder
    self.target = target
    self.settings = settings
    self.recipients = recipients
  }

  package struct Outcome: Sendable {
    /// The number of devices with logs at the remote before.
    package var deviceCount: Int
    /// The number of keys that can read the logs; 0 if they aren't encrypted.
    package var recipientCount: Int
    package var report: SyncEngine.Report
  }

  /// Call this while you hold the lock.
  package func run() async throws(SyncError) -> Outcome {
    let present = try await SyncError.mapping { () throws(StoreError) in try await store.state() }
    if let old = present?.remote.flatMap({ SyncTarget(stored: $0) }) {
      throw .alreadyBegun(remote: old.displayName)
    }
    folder.removeUnfinished()
    var isFolderMade = false
    // Makes only the last folder of the path, because a parent may be a disk that isn't mounted.
    if case .folder(let path) = target { isFolderMade = mkdir(path, 0o777) == 0 }
    do throws(SyncError) {
      return try await join()
    } catch {
      try? await store.abandon()
      folder.removeUnfinished()
      // Removing a folder that isn't empty does nothing.
      if isFolderMade, case .folder(let path) = target { rmdir(path) }
      folder.removeIfUnused()
      throw error
    }
  }

  private func join() async throws(SyncError) -> Outcome {
    var settings = settings
    if !recipients.isEmpty {
      guard settings.keys != nil else { throw .remote(.identityMissing) }
      settings.keys?.recipients = recipients
    }
    var engine = SyncEngine(
      store: store,
      remote: await target.remote(in: folder, keys: settings.keys, isUnfinished: true),
      settings: settings)
    engine.onProgress = onProgress
    // Reads the remote before anything changes here.
    let snapshot = try await engine.withRetries { () throws(SyncError) in
      try await engine.refresh()
    }
    if snapshot.formatVersion != nil,
      !Set(recipients).isSubset(of: snapshot.recipients)
    {
      throw .remote(.otherRecipients)
    }
    var random = SystemRandomNumberGenerator()
    let name = DeviceName.make(host: DeviceName.host, using: &random)
    try await SyncError.mapping { () throws(StoreError) in
      try await store.begin(device: name, remote: nil)
    }
    let report = try await engine.run(joins: true)
    folder.finish(target)
    let state = try await SyncError.mapping { () throws(StoreError) in
      try await store.settle(at: target.stored)
      return try await store.state()
    }
    return Outcome(
      deviceCount: Set(snapshot.files.map(\.device)).count,
      recipientCount: state?.recipients.count ?? 0, report: report)
  }
}

extension DeviceName {
  /// The host name of this computer, or an empty text if it has none.
  ///
  /// Doesn't ask the network, as Foundation's `hostName` does on macOS: that looks the name of each
  /// address up, and without an answer it waits for half a minute.
  package static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    // The last byte isn't passed, because a name that's too long may have no zero at its end.
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
