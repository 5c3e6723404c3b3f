package import LinkExchange
package import Foundation
import LinkFetching
import LinkPreview
package import Links
package import LinkStore
package import RayletteApp
import TaskLimits

/// Runs effects, each kind with its own runner, and posts their results.
@MainActor
package final class EffectRunner {
  package typealias Post = @Sendable (Action) -> Void

  private let fetches: FetchRunner
  private let pictures: PictureRunner
  private let reader: StoreReader
  private let writer: StoreWriter
  private let jobs: JobRunner
  private let shares: ShareRunner
  private let system: SystemRunner
  private let watcher: StoreWatcher
  private let network: NetworkWatcher
  private let sync: SyncScheduler?
  private let keeper: BackgroundArchiver
  private let backups: DailyBackups
  private let presence: Presence
  private let timeSignal = WakeSignal()
  private let tasks = RequestTasks()
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let post: Post

  package init(
    saved: SavedLinkStore, wheels: WheelStore, cache: MetadataCache, environment: [String: String],
    browser: String? = nil, wheelAge: TimeInterval? = nil, sync: SyncSettings? = nil,
    keep: KeepPolicy = .text,
    terminal: TerminalAccess = .own, pictures: PictureLoader? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }, post: @escaping Post
  ) {
    self.clock = clock
    self.now = now
    self.post = post
    backups = DailyBackups(saved: saved, clock: clock, now: now)
    let loader = MetadataLoader(cache: cache, clock: clock, now: now)
    let keeper = ArticleArchiver(
      saved: saved, fetcher: ArticleFetcher(environment: environment), policy: keep,
      schedule: HostSchedule(clock: clock, pause: .seconds(1)), now: now)
    fetches = FetchRunner(
      loader: loader, articles: ArticleLoader(saved: saved, keeper: keeper, clock: clock),
      saved: saved, wheels: wheels, tasks: tasks, clock: clock, post: post)
    self.keeper = BackgroundArchiver(keeper: keeper, clock: clock)
    presence = Presence(isThere: true, now: now)
    self.pictures = PictureRunner(loader: pictures, tasks: tasks, post: post)
    let editor = NoteEditor(environment: environment)
    writer = StoreWriter(
      saved: saved, wheels: wheels, tasks: tasks, environment: environment, now: now,
      noteStored: { editor.noteStored($0) }, post: post)
    reader = StoreReader(
      saved: saved, wheels: wheels, tasks: tasks, writer: writer, environment: environment,
      now: now, post: post)
    self.sync = sync.map { [presence] settings in
      SyncScheduler(
        store: SyncStore(sharing: saved),
        folder: SyncFolder(
          location: StoreLocation(environment: environment)),
        settings: settings, clock: clock, presence: presence, post: post)
    }
    jobs = JobRunner(
      loader: loader, saved: saved, tasks: tasks, clock: clock, now: now, post: post,
      wheels: WheelUpdater(wheels: wheels, age: wheelAge, now: now, post: post), sync: self.sync)
    shares = ShareRunner(
      sharing: Sharing(saved: saved, environment: environment, terminal: terminal, now: now),
      tasks: tasks, post: post)
    system = SystemRunner(
      saved: saved, browser: Browser(browser, environment: environment, terminal: terminal),
      editor: editor, terminal: terminal, writer: writer,
      tasks: tasks, clock: clock, post: post)
    watcher = StoreWatcher(
      saved: saved, clock: clock,
      onChange: { [keeper = self.keeper, sync = self.sync] in
        keeper.lookAgain()
        sync?.lookAgain()
      }, post: post)
    network = NetworkWatcher(
      clock: clock, presence: presence,
      onReturn: { [keeper = self.keeper] in keeper.lookAgain() }, post: post)
  }

  /// Reads what an effect will ask for, when the terminal shows the first frame.
  /// - Parameter query: the links that the Saved tab will list.
  package func prepare(_ query: SavedQuery) { reader.prepare(query) }

  /// Notes what the user does, because others' changes are wanted soon while somebody is there.
  package func noteUse(_ action: Action) {
    switch action {
    case .keyPressed, .mouse, .pasted: noteUse()
    case .program(.focused):
      noteUse()
      sync?.noteReturn()
    default: break
    }
  }

  private func noteUse() {
    // Those who look often already needn't be told.
    guard presence.noteUse() else { return }
    timeSignal.send()
    sync?.lookAgain()
  }

  package func run(_ effect: Effect) {
    switch effect {
    case .fetch(let fetch): fetches.run(fetch, excluding: writer.unwrittenMarks)
    case .picture(let drawing): pictures.run(drawing)
    case .read(let query): reader.run(query)
    case .write(let write): writer.enqueue(write)
    case .job(let job): jobs.run(job)
    case .share(let id, let activity, let source): shares.run(id, activity, source)
    case .system(let system): self.system.run(system)
    case .cancel(let id): tasks.cancel(id)
    }
  }

  /// Runs effects while a body runs. Returns once everything requested until then is written.
  /// - Parameters:
  ///   - restore: called when nothing needs the terminal any more. Pending copies may use the
  ///     terminal until then.
  ///   - isWaiting: called when writing takes longer than a second.
  /// - Returns: a message for each change that couldn't be written.
  package func serve(
    while body: () async -> Void, restore: () -> Void = {},
    isWaiting: @escaping @Sendable () -> Void = {}
  ) async -> [String] {
    var reminder: Task<Void, Never>?
    await withDiscardingTaskGroup { writing in
      // Isn't cancelled, so that everything the user saved is written.
      writing.addTask { [writer] in await writer.run() }
      await withDiscardingTaskGroup { watching in
        watching.addTask { [watcher] in await watcher.run() }
        watching.addTask { [network] in await network.run() }
        watching.addTask { [sync] in await sync?.run() }
        watching.addTask { [keeper] in await keeper.run() }
        watching.addTask { await self.keepTime() }
        watching.addTask { [backups] in await backups.run() }
        await body()
        watching.cancelAll()
      }
      await shares.finish()
      restore()
      await tasks.cancelAll()
      writer.finish()
      reminder = Task { [clock] in
        if (try? await clock.sleep(for: .seconds(1))) != nil { isWaiting() }
      }
    }
    reminder?.cancel()
    await sync?.finish()
    return writer.unwritten
  }

  /// How often the time is told while somebody is there, and while nobody is.
  private static let timePauses = (used: Duration.seconds(30), idle: Duration.seconds(300))

  /// Tells the time, and looks for news that nothing reports: with ``DailyBackups``, the only work of
  /// a program that nobody uses. Does both at once when somebody comes back.
  private func keepTime() async {
    let (used, idle) = Self.timePauses
    while await timeSignal.wait(atMost: presence.isThere ? used : idle, clock: clock) != .cancelled
    {
      post(.program(.timePassed(now())))
      watcher.lookAgain()
      network.lookAgain()
    }
  }
}
