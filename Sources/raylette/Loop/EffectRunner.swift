import LinkExchange
import Foundation
import LinkFetching
import LinkPreview
import Links
import LinkStore
import Favorites
import RayletteApp
import TaskLimits

/// Runs effects, each kind with its own runner, and posts their results.
@MainActor
final class EffectRunner {
  typealias Post = @Sendable (Action) -> Void

  private let fetches: FetchRunner
  private let pictures: PictureRunner
  private let reader: StoreReader
  private let writer: StoreWriter
  private let jobs: JobRunner
  private let shares: ShareRunner
  private let system: SystemRunner
  private let background: Background
  private let tasks = RequestTasks()
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let post: Post

  init(
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
    let loader = MetadataLoader(cache: cache, clock: clock, now: now)
    let keeper = ArticleArchiver(
      saved: saved, fetcher: ArticleFetcher(environment: environment), policy: keep,
      schedule: HostSchedule(clock: clock, pause: .seconds(1)), now: now)
    fetches = FetchRunner(
      loader: loader, articles: ArticleLoader(saved: saved, keeper: keeper, clock: clock),
      saved: saved, wheels: wheels, tasks: tasks, clock: clock, post: post)
    self.pictures = PictureRunner(loader: pictures, tasks: tasks, post: post)
    let editor = NoteEditor(environment: environment)
    writer = StoreWriter(
      saved: saved, wheels: wheels, tasks: tasks, environment: environment, now: now,
      noteStored: { editor.noteStored($0) }, post: post)
    reader = StoreReader(
      saved: saved, wheels: wheels, tasks: tasks, writer: writer, environment: environment,
      now: now, post: post)
    background = Background(
      saved: saved, wheels: wheels, archiver: keeper, wheelAge: wheelAge, sync: sync,
      folder: SyncFolder(location: StoreLocation(environment: environment)), clock: clock, now: now,
      report: { post(Action($0)) })
    jobs = JobRunner(
      loader: loader, saved: saved, tasks: tasks, clock: clock, now: now, post: post,
      background: background)
    shares = ShareRunner(
      sharing: Sharing(saved: saved, environment: environment, terminal: terminal, now: now),
      tasks: tasks, post: post)
    system = SystemRunner(
      saved: saved, browser: Browser(browser, environment: environment, terminal: terminal),
      editor: editor, terminal: terminal, writer: writer,
      tasks: tasks, clock: clock, post: post)
  }

  /// Reads what an effect will ask for, when the terminal shows the first frame.
  /// - Parameter query: the links that the Saved tab will list.
  func prepare(_ query: SavedQuery) { reader.prepare(query) }

  /// Notes what the user does, because others' changes are wanted soon while somebody is there.
  func noteUse(_ action: Action) {
    switch action {
    case .keyPressed, .mouse, .pasted: background.noteUse()
    case .program(.focused): background.noteReturn()
    default: break
    }
  }

  func run(_ effect: Effect) {
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
  func serve(
    while body: () async -> Void, restore: () -> Void = {},
    isWaiting: @escaping @Sendable () -> Void = {}
  ) async -> [String] {
    var reminder: Task<Void, Never>?
    await withDiscardingTaskGroup { writing in
      // Isn't cancelled, so that everything the user saved is written.
      writing.addTask { [writer] in await writer.run() }
      await withDiscardingTaskGroup { watching in
        watching.addTask { [background] in await background.run() }
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
    await background.finish()
    return writer.unwritten
  }
}
