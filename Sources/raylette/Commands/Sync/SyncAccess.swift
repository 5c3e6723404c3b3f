import Favorites
import Foundation
import LinkExchange
import LinkStore
import Links
import Localization
import Markup

/// The store, folder and settings of a sync command.
struct SyncAccess {
  let store: SyncStore
  /// The folder for files that only the exchange uses.
  let folder: SyncFolder
  let settings: SyncSettings

  init() throws {
    let file = ConfigurationFile(environment: Invocation.current.environment)
    settings = file.exchange(try file.read())
    folder = SyncFolder(location: .ofUser)
    store = SyncStore(sharing: try .ofUser(.writing))
  }

  /// Returns the target of the exchange. Throws if sync isn't set up.
  func target() async throws -> SyncTarget {
    guard let target = try await store.state()?.remote.flatMap({ SyncTarget(stored: $0) }) else {
      await removeUnfinished()
      throw SyncError.notBegun
    }
    return target
  }

  /// Removes the files of a `sync init` that was killed.
  private func removeUnfinished() async {
    guard folder.isThere, let lock = try? await folder.lock(waits: false) else { return }
    defer { lock.release() }
    try? await store.abandon()
    folder.removeUnfinished()
    folder.removeIfUnused()
  }

  func engine(at target: SyncTarget) async -> SyncEngine {
    SyncEngine(
      store: store, remote: await target.remote(in: folder, keys: settings.keys), settings: settings
    )
  }

  /// Runs a body while no other program exchanges changes.
  func withLock<Value>(
    _ body: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let lock = try await folder.lock(waits: true) {
      CommandOutput.report("raylette: " + localized("waiting for another raylette that's syncing"))
    }
    defer { lock.release() }
    return try await body()
  }

  func exchange(at target: SyncTarget) async throws(SyncError) -> SyncEngine.Report {
    try await withLock { () throws(SyncError) in
      let progress = SyncProgress()
      defer { progress.end() }
      var engine = await engine(at: target)
      engine.onProgress = progress.show
      return try await engine.run()
    }
  }

  /// Prints the news that the user hasn't seen yet.
  func reportNews() async throws(StoreError) {
    guard let news = try await store.state()?.news else { return }
    CommandOutput.report("raylette: \(news)")
    try await store.forgetNews()
  }

  /// A device with a known log.
  struct Device {
    var name: String
    var lastChange: Date?
    var skippedCount: Int
  }

  func devices() async throws(StoreError) -> [Device] {
    let logs = try await store.logs()
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

/// Shows how much of the other devices' changes was read, if there are many.
struct SyncProgress {
  private let line = ProgressLine()
  private let watch: InterruptWatch?

  init() { watch = InterruptWatch(isNeeded: line.isShown, clean: line.hide) }

  var show: @Sendable (SyncEngine.Progress) -> Void {
    { [line] progress in
      guard progress.total > Self.least, progress.done < progress.total else { return }
      line.show(localized("reading changes: \(100 * progress.done / progress.total) %"))
    }
  }

  func end() {
    line.hide()
    watch?.end()
  }

  /// The bytes from which reading takes noticeably long.
  private static let least = 1 << 20
}

/// Prints the outcome of an exchange.
enum SyncReport {
  static func print(_ report: SyncEngine.Report) throws {
    var parts = report.changedCount == 0 ? [] : [report.changedCount.linkCount]
    for kind in SyncFact.Kind.allCases {
      guard let count = report.changedFacts[kind] else { continue }
      let part =
        switch kind {
        case .reading: localized("\(count, "change") of reading")
        case .wheels: localized("\(count, "change") of wheels")
        case .settings: localized("\(count, "change") of settings")
        }
      parts.append(part)
    }
    let received =
      parts.first.map { parts.dropFirst().reduce($0) { localized("\($0) and \($1)") } }
      ?? localized("nothing new")
    let sent =
      report.sentCount == 0
      ? localized("nothing", context: "sent") : localized("\(report.sentCount, "change")")
    try CommandOutput.print(localized("received \(received), sent \(sent)"))
    if let message = report.renamingSentence { CommandOutput.report("raylette: \(message)") }
    if let message = report.unreadableSentence { CommandOutput.report("raylette: \(message)") }
    if let message = report.lockedSentence { CommandOutput.report("raylette: \(message)") }
    if let message = report.aheadSentence { CommandOutput.report("raylette: \(message)") }
    for message in report.refused { CommandOutput.report("raylette: \(message)") }
    if report.skippedCount > 0 {
      CommandOutput.report(
        "raylette: "
          + localized(
            "\(report.skippedCount, "line is", "lines are") not understood, and left alone"))
    }
  }
}
