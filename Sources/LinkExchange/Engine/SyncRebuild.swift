import Foundation
import Links
package import LinkStore
import LinkSync

/// Makes the file of the saved links anew, from what can be read of it and from the logs of all
/// devices. If the exchange doesn't succeed, nothing is changed.
package struct SyncRebuild {
  private let location: StoreLocation
  private let folder: SyncFolder
  private let target: SyncTarget?
  private let settings: SyncSettings
  /// See ``SyncEngine/onProgress``.
  package var onProgress: @Sendable (SyncEngine.Progress) -> Void = { _ in }

  /// - Parameter target: where to exchange; nil for where the file says.
  package init(
    location: StoreLocation, folder: SyncFolder, target: SyncTarget?, settings: SyncSettings
  ) {
    self.location = location
    self.folder = folder
    self.target = target
    self.settings = settings
  }

  package struct Outcome: Sendable {
    package var file: StoreRebuild.Outcome
    package var findings: [SyncFinding]
  }

  /// Call this while you hold the lock.
  package func run() async throws(SyncError) -> Outcome {
    let rebuild = try await SyncError.mapping { () throws(StoreError) in
      try await StoreRebuild(of: location)
    }
    do throws(SyncError) {
      let store = SyncStore(sharing: rebuild.store)
      let target = try await settledTarget(of: store)
      var engine = SyncEngine(
        store: store, remote: await target.remote(in: folder, keys: settings.keys),
        settings: settings)
      engine.onProgress = onProgress
      let findings = try await engine.repair(keepsTimes: true).filter { finding in
        switch finding {
        // All links come from the logs.
        case .sound, .storeDiffered: false
        default: true
        }
      }
      let unsent = try await SyncError.mapping { () throws(StoreError) in
        try await rebuild.addUnsent(at: Date())
      }
      if unsent > 0 { _ = try await engine.run() }
      let file = try await SyncError.mapping { () throws(StoreError) in
        try await rebuild.finish()
      }
      return Outcome(file: file, findings: findings)
    } catch {
      rebuild.abandon()
      throw error
    }
  }

  /// Returns where to exchange, and records it if the file doesn't say it.
  private func settledTarget(of store: SyncStore) async throws(SyncError) -> SyncTarget {
    let state = try await SyncError.mapping { () throws(StoreError) in try await store.state() }
    guard let target = target ?? state?.remote.flatMap({ SyncTarget(stored: $0) }) else {
      throw .placeUnknown
    }
    try await SyncError.mapping { () throws(StoreError) in
      if state == nil {
        var random = SystemRandomNumberGenerator()
        let name = DeviceName.make(host: DeviceName.host, using: &random)
        try await store.begin(device: name, remote: target.stored)
      } else {
        try await store.settle(at: target.stored)
      }
    }
    return target
  }
}
