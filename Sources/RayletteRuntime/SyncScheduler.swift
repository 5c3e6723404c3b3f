import LinkExchange
import Foundation
import LinkPreview
import LinkStore
import LinkSync
import NIOConcurrencyHelpers
import RayletteApp
import TaskLimits

/// Exchanges changes with the other devices while the program runs: after the first frame, a few
/// seconds after changes, at intervals, and at the end.
struct SyncScheduler: Sendable {
  let store: SyncStore
  let folder: SyncFolder
  var settings = SyncSettings()
  let clock: any Clock<Duration>
  let now: @Sendable () -> Date
  let post: EffectRunner.Post
  private let last = NIOLockedValueBox<Attempt?>(nil)

  init(
    store: SyncStore, folder: SyncFolder, settings: SyncSettings = SyncSettings(),
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    post: @escaping EffectRunner.Post
  ) {
    self.store = store
    self.folder = folder
    self.settings = settings
    self.clock = clock
    self.now = now
    self.post = post
  }

  private struct Attempt {
    var date: Date
    var hasFailed: Bool
  }

  /// The time between two looks for changes. They're exchanged once none was added between two
  /// looks.
  private static let pause = Duration.seconds(2)
  /// The seconds after a failed attempt before the next one, even if there are changes.
  private static let failurePause: TimeInterval = 60
  /// The most time that the exchange may delay the end of the program.
  private static let limitAtEnd = Duration.seconds(2)

  /// Runs until the task is cancelled.
  func run() async {
    var posted: SyncStatus?
    var waiting = -1
    repeat {
      guard let state = try? await store.state() else { continue }
      let status = await status(of: state)
      if status != posted {
        posted = status
        post(.sync(.changed(status)))
      }
      if status != nil, isDue(state, settled: state.waitingCount == waiting) {
        await exchange(waits: false)
        posted = nil
      }
      waiting = state.waitingCount
    } while (try? await clock.sleep(for: Self.pause)) != nil
  }

  private func isDue(_ state: SyncStore.State, settled: Bool) -> Bool {
    guard settings.isAutomatic else { return false }
    guard let last = last.withLockedValue(\.self) else { return true }
    let age = now().timeIntervalSince(last.date)
    if last.hasFailed, age < Self.failurePause { return false }
    return age >= settings.interval / .seconds(1) || (settled && state.waitingCount > 0)
  }

  /// Exchanges changes once, and shows the result.
  /// - Parameters:
  ///   - waits: whether to wait for another program that's exchanging changes.
  ///   - isEnding: whether the screen is closed, so that messages can't be shown any more.
  func exchange(waits: Bool, isEnding: Bool = false) async {
    guard let state = try? await store.state(), var displayed = await status(of: state),
      let target = state.remote.flatMap({ SyncTarget(stored: $0) })
    else { return post(.sync(.changed(nil))) }
    displayed.isExchanging = true
    post(.sync(.changed(displayed)))
    var (news, isSkipped) = ([] as [String], false)
    var attempt = Attempt(date: now(), hasFailed: false)
    do throws(SyncError) {
      let lock = try await folder.lock(waits: waits)
      defer { lock.release() }
      let engine = SyncEngine(
        store: store, remote: await target.remote(in: folder, keys: settings.keys),
        settings: settings, now: now)
      let report = try await engine.run()
      if report.hasChanges { post(.program(.storeChanged)) }
      if report.changedFacts[.wheels] != nil { post(.program(.wheelsChanged)) }
      if let renaming = report.renamingSentence { news.append(renaming) }
      // Shown only if the user requested the exchange.
      if waits, let message = report.unreadableSentence { news.append(message) }
    } catch {
      attempt.hasFailed = true
      // Another program is exchanging changes. The next look, which is soon, sends the remaining
      // ones.
      isSkipped = error == .busy
    }
    attempt.date = now()
    if !isSkipped { last.withLockedValue { [attempt] in $0 = attempt } }
    guard let state = try? await store.state() else { return }
    post(.sync(.changed(await status(of: state))))
    if let text = state.news, !isEnding {
      news.append(text)
      try? await store.forgetNews()
    }
    for message in news { post(.sync(.news(message))) }
  }

  /// Sends queued changes before the program ends, if that's quick. Otherwise they wait for the
  /// next run.
  func finish() async {
    guard settings.isAutomatic, let state = try? await store.state(), state.remote != nil,
      state.waitingCount > 0
    else { return }
    _ = await withTimeLimit(Self.limitAtEnd) {
      await exchange(waits: false, isEnding: true)
    }
  }

  /// Returns nil if links aren't exchanged.
  private func status(of state: SyncStore.State) async -> SyncStatus? {
    guard let target = state.remote.flatMap({ SyncTarget(stored: $0) }) else { return nil }
    let logs = (try? await store.logs()) ?? []
    let others = Dictionary(grouping: logs.filter { $0.device != state.device }, by: \.device)
    return SyncStatus(
      remote: target.displayName, device: state.device,
      devices: others.map { name, logs in
        let last = logs.map(\.lastChange).max() ?? 0
        return SyncStatus.Device(
          name: name, lastChange: last > 0 ? Date(syncMilliseconds: last) : nil)
      }.sorted {
        ($1.lastChange ?? .distantPast, $0.name) < ($0.lastChange ?? .distantPast, $1.name)
      },
      waitingCount: state.waitingCount, syncedAt: state.syncedAt, failure: state.failure,
      failedAt: state.failedAt)
  }
}
