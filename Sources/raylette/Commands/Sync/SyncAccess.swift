import Foundation
import LinkStore
import RayletteApp
import LinkSync

/// Opens what a sync command needs, and turns errors into command failures.
struct SyncAccess {
  let store: SyncStore
  /// The folder of what belongs to the exchange alone.
  let folder: SyncFolder
  let settings: SyncSettings

  init() throws(CommandFailure) {
    let environment = ProcessInfo.processInfo.environment
    settings = try ConfigurationFile(environment: environment).load().sync
    let saved = try SavedStoreAccess.forWriting().store
    store = SyncStore(sharing: saved)
    folder = SyncFolder(
      location: StoreLocation(environment: environment, folder: "raylette"))
  }

  func run<Value: Sendable>(
    _ body: (SyncStore) async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    do {
      return try await body(store)
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }

  func state() async throws(CommandFailure) -> SyncStore.State? {
    try await run { store throws(StoreError) in try await store.state() }
  }

  /// Returns where links are exchanged. Throws if that wasn't set up.
  func target() async throws(CommandFailure) -> SyncTarget {
    guard let target = try await state()?.place.flatMap({ SyncTarget(stored: $0) }) else {
      throw CommandFailure(message: "\(SyncError.notBegun)", exitCode: 1)
    }
    return target
  }

  func place(
    of target: SyncTarget, creates: Bool = false
  ) async throws(SyncError) -> any SyncPlace {
    try await target.place(in: folder, keys: settings.keys, creates: creates)
  }

  func engine(at place: any SyncPlace) -> SyncEngine {
    SyncEngine(store: store, place: place, settings: settings)
  }

  /// Runs a body while no other program exchanges changes.
  func withLock<Value>(
    _ body: () async throws(SyncError) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(SyncError) {
      let lock = try await folder.lock(waits: true)
      defer { lock.release() }
      return try await body()
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }

  func exchange(at target: SyncTarget) async throws(CommandFailure) -> SyncEngine.Report {
    try await withLock { () throws(SyncError) in
      try await engine(at: try await place(of: target)).run()
    }
  }

  /// A device whose log is known.
  struct Device {
    var name: String
    var lastChange: Date?
    var skippedCount: Int
  }

  func devices() async throws(CommandFailure) -> [Device] {
    let logs = try await run { store throws(StoreError) in try await store.logs() }
    return Dictionary(grouping: logs, by: \.device).sorted { $0.key < $1.key }.map { name, logs in
      Device(
        name: name,
        lastChange: logs.map(\.lastChange).max().flatMap {
          $0 > 0 ? Date(syncMilliseconds: $0) : nil
        },
        skippedCount: logs.reduce(0) { $0 + $1.skippedCount })
    }
  }
}

/// Prints what an exchange did.
enum SyncReport {
  static func print(_ report: SyncEngine.Report) throws {
    var parts = report.changedCount == 0 ? [] : [report.changedCount.linkCount]
    if report.changedMarkCount > 0 {
      parts.append("\(report.changedMarkCount.changeCount) of wheels")
    }
    let received = parts.isEmpty ? "nothing new" : parts.joined(separator: " and ")
    let sent = report.sentCount == 0 ? "nothing" : report.sentCount.changeCount
    try CommandOutput.print("received \(received), sent \(sent)")
    if let name = report.newName {
      CommandOutput.report(
        "raylette: another machine writes under this one's name; it's \(name) from now on")
    }
    if let sentence = report.lockedSentence { CommandOutput.report("raylette: \(sentence)") }
    for sentence in report.refused { CommandOutput.report("raylette: \(sentence)") }
    if report.skippedCount > 0 {
      let lines =
        report.skippedCount == 1 ? "1 line is" : "\(report.skippedCount.grouped) lines are"
      CommandOutput.report("raylette: \(lines) not understood, and left alone")
    }
  }
}

extension Int {
  /// `1 change`, `2 changes`.
  var changeCount: String { self == 1 ? "1 change" : "\(grouped) changes" }
}
