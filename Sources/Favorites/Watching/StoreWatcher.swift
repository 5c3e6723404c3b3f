import LinkExchange
import LinkStore
import TaskLimits

/// Reports when another program changes the saved links, within half a second.
struct StoreWatcher: Sendable {
  let saved: SavedLinkStore
  let clock: any Clock<Duration>
  /// Called after any change of the file, also by this program.
  let onChange: @Sendable () -> Void
  let report: News.Report
  private let signal = WakeSignal()
  /// Whether a folder has changed since the last look, and not only time has passed.
  private let hasChanged = Locked(false)

  init(
    saved: SavedLinkStore, clock: any Clock<Duration>,
    onChange: @escaping @Sendable () -> Void = {}, report: @escaping News.Report
  ) {
    (self.saved, self.clock, self.onChange, self.report) = (
      saved, clock, onChange, report
    )
  }

  /// The time for what belongs to one change to be written.
  private static let settling = Duration.milliseconds(100)
  /// The pauses between further looks, because a change may become visible after its last byte was
  /// written: the disk can be slow.
  private static let pauses: [Duration] = [.milliseconds(400), .seconds(2)]
  /// The pause between looks where the system doesn't tell of changes.
  private static let unwatchedPause = Duration.milliseconds(500)

  /// The state at the last look; nil before the first one.
  private let token = Locked<SavedLinkStore.ExternalChangeToken?>(nil)

  /// Runs until the task is cancelled.
  func run() async {
    // Before the first look, so that no change comes between.
    let watcher = FolderWatcher(
      folders: { [saved] in saved.folders.sorted() },
      onChange: { [signal, hasChanged] in
        hasChanged.withLock { $0 = true }
        signal.send()
      })
    let first = try? await saved.externalChangeToken()
    token.withLock { $0 = first }
    var pauses: ArraySlice<Duration> = []
    while true {
      let pause = watcher?.seesAll == true ? pauses.first : Self.unwatchedPause
      switch await signal.wait(atMost: pause, clock: clock) {
      case .cancelled: return
      case .timeUp:
        pauses = pauses.dropFirst()
        onChange()
      case .sent:
        guard (try? await clock.sleep(for: Self.settling)) != nil else { return }
        if takeChange() {
          pauses = Self.pauses[...]
          onChange()
        }
      }
      watcher?.watchAgain()
      await look()
    }
  }

  /// Looks soon, also for what no change was noticed of: a folder that was replaced as a whole.
  func lookAgain() { signal.send() }

  private func takeChange() -> Bool {
    hasChanged.withLock { hasChanged in
      defer { hasChanged = false }
      return hasChanged
    }
  }

  private func look() async {
    let now = try? await saved.externalChangeToken()
    // The token finds a file that took the place of this one.
    if let news = saved.takeFileEvent() { report(.storeFailed(news)) }
    guard let now else { return }
    let hasChanged = token.withLock { token in
      defer { token = now }
      // The first look only notes the state.
      return token != nil && token != now
    }
    guard hasChanged else { return }
    onChange()
    report(.linksChanged)
  }
}
