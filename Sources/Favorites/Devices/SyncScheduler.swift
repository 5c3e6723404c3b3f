import Foundation
import LinkExchange
import LinkPreview
import LinkStore
import Links
import TaskLimits

/// Exchanges changes with the other devices while the program runs: after the first frame, right
/// after changes, when others have written to a folder, and at intervals, which are short while
/// somebody uses the program.
///
/// Looks at what's due twice a second while somebody is there or changes wait, otherwise once a
/// minute, and when it's told that the store has changed.
struct SyncScheduler: Sendable {
  let store: SyncStore
  let folder: SyncFolder
  var settings = SyncSettings()
  let clock: any Clock<Duration>
  let presence: Presence
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  let report: News.Report
  private let memory = Locked(Memory())
  private let signal = WakeSignal()

  private var now: @Sendable () -> Date { presence.now }

  init(
    store: SyncStore, folder: SyncFolder, settings: SyncSettings = SyncSettings(),
    clock: any Clock<Duration>, presence: Presence,
    isMetered: @escaping @Sendable () async -> Bool = MeteredConnection.isInUse,
    report: @escaping News.Report
  ) {
    self.store = store
    self.folder = folder
    self.settings = settings
    self.clock = clock
    self.presence = presence
    self.isMetered = isMetered
    self.report = report
  }

  private struct Memory {
    /// When the last attempt ended.
    var lastAttempt: Date?
    /// When the last attempt ended, or when a folder was looked at last.
    var lastLook: Date?
    /// How many attempts have failed since the last one that succeeded.
    var failureCount = 0
    /// Whether others may have changes: the user came back, or files have changed.
    var expectsNews = false
    /// What others had in a folder at the last look.
    var others: Set<String>?
    /// When the connection was found to be metered.
    var meteredAt: Date?
  }

  /// The time between two looks at what waits to be sent.
  private static let pause = Duration.milliseconds(500)
  /// The looks without a new change before changes are sent to a repository, which makes a commit
  /// each time.
  private static let settledLooks = 4
  /// The time between two looks while nobody is there and nothing waits.
  private static let idlePause = Duration.seconds(60)
  /// The time for what belongs to one change of the store or of a folder to be written.
  private static let settling = Duration.milliseconds(200)
  /// The seconds between two exchanges while the user is there.
  private static let usedInterval = Presence.limit
  /// The least seconds between two exchanges because the user came back.
  private static let returnInterval: TimeInterval = 5
  /// The seconds after a failed attempt before the next one. Doubles with each failure.
  private static let failurePause: TimeInterval = 60
  /// The most time that the exchange may delay the end of the program.
  private static let limitAtEnd = Duration.seconds(2)

  /// Exchanges changes soon, because the user came back to the window.
  func noteReturn() {
    memory.withLock { $0.expectsNews = true }
    lookAgain()
  }

  /// Looks at what is due: the store has changed, or somebody is there.
  func lookAgain() { signal.send() }

  /// Runs until the task is cancelled.
  func run() async {
    await postSearches(isStart: true)
    var posted: SyncStatus?
    var (waiting, looks) = (-1, 0)
    var isOn = true
    var (watcher, watched) = (nil as FolderWatcher?, nil as String?)
    repeat {
      let state: SyncStore.State?
      do { state = try await store.state() } catch { continue }
      let target = state?.remote.flatMap { SyncTarget(stored: $0) }
      isOn = target != nil
      // The system may have had no watches left.
      if watched != target?.watchedFolder || (watched != nil && watcher == nil) {
        watched = target?.watchedFolder
        watcher = watched.flatMap { [memory, signal] path in
          FolderWatcher(logsAt: path) {
            memory.withLock { $0.expectsNews = true }
            signal.send()
          }
        }
      }
      guard let state else { continue }
      let status = await status(of: state)
      if status != posted {
        posted = status
        report(.exchangeChanged(status))
      }
      looks = state.waitingCount == waiting ? looks + 1 : 0
      waiting = state.waitingCount
      guard let target else { continue }
      let isSettled = looks >= (target.watchedFolder == nil ? Self.settledLooks : 1)
      if await isDue(target, hasChanges: isSettled && waiting > 0) {
        watcher?.watchAgain()
        // Another program's exchange ends soon.
        if await exchange(waits: false) == .skipped { looks = Self.settledLooks - 1 }
        posted = nil
      }
    } while await pause(isOn: isOn, hasChanges: waiting > 0 && looks <= Self.settledLooks)
  }

  /// Waits for the next look.
  /// - Parameters:
  ///   - isOn: whether links are exchanged at all. If not, only a change of the store may begin that.
  ///   - hasChanges: whether changes wait that will soon be sent.
  /// - Returns: false if the task was cancelled.
  private func pause(isOn: Bool, hasChanges: Bool) async -> Bool {
    if isOn, hasChanges || presence.isThere {
      return (try? await clock.sleep(for: Self.pause)) != nil
    }
    switch await signal.wait(atMost: isOn ? Self.idlePause : nil, clock: clock) {
    case .timeUp: return true
    case .sent: return (try? await clock.sleep(for: Self.settling)) != nil
    case .cancelled: return false
    }
  }

  private enum Reason { case interval, changes, news }

  private func isDue(_ target: SyncTarget, hasChanges: Bool) async -> Bool {
    let date = now()
    guard let reason = reason(to: target, hasChanges: hasChanges, at: date) else { return false }
    if target.usesNetwork, await isHeld(at: date) { return false }
    guard reason == .news, target.watchedFolder != nil else { return true }
    memory.withLock {
      $0.expectsNews = false
      $0.lastLook = date
    }
    // What this machine writes changes files, too.
    return await hasNews(at: target)
  }

  private func reason(to target: SyncTarget, hasChanges: Bool, at date: Date) -> Reason? {
    guard settings.isAutomatic else { return nil }
    let interval = settings.interval / .seconds(1)
    return memory.withLock { memory in
      let age = memory.lastAttempt.map { date.timeIntervalSince($0) }
      // The clock may have been set back.
      guard let age, (0..<interval).contains(age) else { return .interval }
      let pause = Self.failurePause * pow(2, Double(memory.failureCount - 1))
      if memory.failureCount > 0, age < min(pause, interval) { return nil }
      if hasChanges { return .changes }
      let isWatched = target.watchedFolder != nil
      if memory.expectsNews, isWatched || age >= Self.returnInterval { return .news }
      let isLookOld =
        memory.lastLook.map { date.timeIntervalSince($0) >= Self.usedInterval } ?? true
      return presence.isThere && isLookOld ? .news : nil
    }
  }

  /// Whether the connection is metered. Then only the user starts exchanges.
  private func isHeld(at date: Date) async -> Bool {
    if wasMetered(within: Self.usedInterval) { return true }
    let isHeld = await isMetered()
    memory.withLock { $0.meteredAt = isHeld ? date : nil }
    return isHeld
  }

  private func wasMetered(within seconds: TimeInterval) -> Bool {
    let date = memory.withLock { $0.meteredAt }
    return date.map { (0..<seconds).contains(now().timeIntervalSince($0)) } ?? false
  }

  private func hasNews(at target: SyncTarget) async -> Bool {
    // What is wrong with the folder is for the exchange to say.
    let others = try? await engine(at: target).others()
    return memory.withLock { memory in
      defer { memory.others = others }
      return others == nil || memory.others != others
    }
  }

  private func engine(at target: SyncTarget) async -> SyncEngine {
    SyncEngine(
      store: store, remote: await target.remote(in: folder, keys: settings.keys),
      settings: settings, now: now)
  }

  /// Exchanges changes once, and shows the result.
  /// - Parameters:
  ///   - waits: whether to wait for another program that's exchanging changes.
  ///   - isEnding: whether the screen is closed, so that messages can't be shown any more.
  @discardableResult func exchange(waits: Bool, isEnding: Bool = false) async -> Attempt {
    guard let state = try? await store.state(), var displayed = await status(of: state),
      let target = state.remote.flatMap({ SyncTarget(stored: $0) })
    else {
      report(.exchangeChanged(nil))
      return .done
    }
    displayed.isExchanging = true
    report(.exchangeChanged(displayed))
    var (news, isSkipped) = ([] as [String], false)
    var hasFailed = false
    do throws(SyncError) {
      let lock = try await folder.lock(waits: waits)
      defer { lock.release() }
      memory.withLock { $0.expectsNews = false }
      var engine = await engine(at: target)
      engine.onProgress = { [report] _ in report(.linksChanged) }
      let ended = try await engine.run()
      if ended.hasChanges { report(.linksChanged) }
      if ended.changedFacts[.wheels] != nil { report(.wheelsChanged) }
      if ended.changedFacts[.settings] != nil { await postSearches() }
      if let renaming = ended.renamingSentence { news.append(renaming) }
      // Shown only if the user requested the exchange.
      if waits, let message = ended.unreadableSentence { news.append(message) }
    } catch {
      hasFailed = true
      // Another program is exchanging changes. The next look, which is soon, sends the remaining
      // ones.
      isSkipped = error == .busy
    }
    if !isSkipped {
      memory.withLock { [hasFailed] in
        $0.lastAttempt = now()
        $0.lastLook = $0.lastAttempt
        $0.failureCount = hasFailed ? $0.failureCount + 1 : 0
      }
    }
    let attempt = isSkipped ? Attempt.skipped : .done
    guard let state = try? await store.state() else { return attempt }
    report(.exchangeChanged(await status(of: state)))
    if let text = state.news, !isEnding {
      news.append(text)
      try? await store.forgetNews()
    }
    for message in news { report(.exchangeReported(message)) }
    return attempt
  }

  enum Attempt {
    case done
    /// Another program was exchanging changes.
    case skipped
  }

  /// Shows the searches of other devices.
  private func postSearches(isStart: Bool = false) async {
    guard let shared = try? await store.sharedSettings() else { return }
    if isStart, shared.searches.isEmpty { return }
    let searches = shared.searches.sorted { $0.key < $1.key }
      .map { SavedSearch(name: $0.key, filter: $0.value) }
    report(.searchesShared(searches))
  }

  /// Sends queued changes before the program ends, if that's quick. Otherwise they wait for the
  /// next run.
  func finish() async {
    guard settings.isAutomatic, let state = try? await store.state(), state.waitingCount > 0,
      let target = state.remote.flatMap({ SyncTarget(stored: $0) })
    else { return }
    _ = await withTimeLimit(Self.limitAtEnd) {
      if target.usesNetwork, await isHeld(at: now()) { return }
      await exchange(waits: false, isEnding: true)
    }
  }

  /// Returns nil if links aren't exchanged.
  private func status(of state: SyncStore.State) async -> SyncStatus? {
    guard let target = state.remote.flatMap({ SyncTarget(stored: $0) }) else { return nil }
    let logs = (try? await store.logs()) ?? []
    let others = Dictionary(grouping: logs.filter { $0.device != state.device }, by: \.device)
    var status = SyncStatus(
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
    // Longer than until the connection is asked about again, so that the view doesn't flicker.
    status.isHeld = target.usesNetwork && wasMetered(within: 2 * Self.usedInterval)
    return status
  }
}
