import LinkExchange
import Foundation
import LinkPreview
import LinkStore
import LinkSync
import NIOConcurrencyHelpers
import RayletteApp
import TaskLimits

/// Exchanges changes with the other devices while the program runs: after the first frame, some
/// seconds after changes, from time to time, and at the end.
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

  /// How often to look for changes. They're exchanged once there was none in that time.
  private static let pause = Duration.seconds(2)
  /// How long a failed attempt isn't repeated, whatever changes.
  private static let failurePause: TimeInterval = 60
  /// How long the end of the program may take.
  private static let limitAtEnd = Duration.seconds(2)

  /// Runs until it's cancelled.
  func run() async {
    var shown: SyncStatus?
    var waiting = -1
    repeat {
      guard let state = try? await store.state() else { continue }
      let status = await status(of: state)
      if status != shown {
        shown = status
        post(.sync(.changed(status)))
      }
      if status != nil, isDue(state, settled: state.waitingCount == waiting) {
        await exchange(waits: false)
        shown = nil
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

  /// Exchanges changes once, and shows how it went.
  /// - Parameters:
  ///   - waits: whether to wait for another program that's doing it.
  ///   - isEnding: whether the user can't be told anything any more.
  func exchange(waits: Bool, isEnding: Bool = false) async {
    guard let state = try? await store.state(), var shown = await status(of: state),
      let target = state.remote.flatMap({ SyncTarget(stored: $0) })
    else { return post(.sync(.changed(nil))) }
    shown.isExchanging = true
    post(.sync(.changed(shown)))
    var (news, isSkipped) = ([] as [String], false)
    var attempt = Attempt(date: now(), hasFailed: false)
    do throws(SyncError) {
      let lock = try await folder.lock(waits: waits)
      defer { lock.release() }
      let engine = SyncEngine(
        store: store, remote: await target.remote(in: folder, keys: settings.keys),
        settings: settings, now: now)
      let report = try await engine.run()
      if report.hasChanges { post(.storeChanged) }
      if report.changedMarkCount > 0 { post(.wheelsChanged) }
      if let renaming = report.renamingSentence { news.append(renaming) }
      // The user has asked.
      if waits, let sentence = report.unreadableSentence { news.append(sentence) }
    } catch {
      attempt.hasFailed = true
      // Another program exchanges them. What's left is for the next time, which is soon.
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
    for sentence in news { post(.sync(.news(sentence))) }
  }

  /// Sends what's waiting before the program ends, if that's quick. What's left waits for the next
  /// time.
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
      remote: target.shown, device: state.device,
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
