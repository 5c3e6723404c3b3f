import CProcess
import CursesTerminal
import Favorites
import Foundation
import LinkExchange
import LinkFetching
import LinkPreview
import LinkStore
import Links
import Localization
import RayletteApp
import TaskLimits
import TerminalGrid

/// The composition root. Loads the initial state and creates the parts of the program.
struct Launch {
  // Options from the command line. Nil uses the config file.

  /// The name of a wheel, or the path of a file.
  var wheel: String?
  /// The topics and languages that narrow the wheel.
  var narrowing = WheelNarrowing()
  var seed: UInt64?
  /// The time limit of a fetch in seconds.
  var timeout: Double?
  var theme: String?
  var images: ImagePolicy?
  var usesMouse: Bool?
  var animates: Bool?
  var isAccessible: Bool?

  /// Runs the program until the user quits.
  @MainActor
  func run() async throws {
    // Ignores SIGPIPE, so that writing to a child process that doesn't read fails instead of ending
    // this process.
    signal(SIGPIPE, SIG_IGN)
    // Not for commands, which end before it matters.
    freed_memory_limit()
    let environment = Invocation.current.environment
    let configurationFile = ConfigurationFile(environment: environment)
    let configuration = try configurationFile.read()
    configuration.useProxy(environment: environment)
    let theme = try ThemeSelection(configuration, override: theme, environment: environment)
    let location = StoreLocation(environment: environment)
    let snapshot = try StartupSnapshot(location: location)
    let session = SessionFile(environment: environment)
    let lastSession = session.read()
    let opener = WheelOpener(store: snapshot.wheels)
    let summary = try await opener.open(
      self.wheel, configured: configuration.wheel, lastSession: lastSession)
    var wheel = WheelState(
      summary, seed: seed ?? .random(in: .min ... .max), isSeeded: seed != nil)
    try await narrow(&wheel, in: snapshot.wheels)
    let isAccessible = configuration.isAccessible(override: isAccessible, environment: environment)
    let timeout = Duration.seconds(timeout ?? configuration.timeout)
    let images = isAccessible ? .never : images ?? configuration.images
    let pictures = PictureLoader(
      policy: images, theme: theme.choice, timeout: timeout, environment: environment,
      kept: snapshot.store)
    let order = configuration.bidi.order(isAccessible: isAccessible, environment: environment)
    let terminal = try CursesTerminal(
      usesMouse: usesMouse ?? configuration.mouse, writesLines: isAccessible, order: order,
      // A screen reader would say the questions.
      asking: isAccessible
        ? []
        : [
          theme.choice == .auto ? .background : [],
          pictures != nil && images.usesPixels ? .graphics : [], .emoji,
        ])
    defer { terminal.restore() }
    // Most terminals answer in time for the first frame.
    let answers = terminal.answers(within: .milliseconds(5))
    var appearance = Appearance(
      choice: theme.choice,
      background: answers.background ?? Color(colorFGBG: environment["COLORFGBG"] ?? ""),
      symbols: isAccessible ? .words : terminal.speaksUTF8 ? .unicode : .ascii,
      colors: terminal.colors)
    appearance.order = order
    var state = AppState(
      size: terminal.size, now: Date(),
      wheel: wheel,
      saved: SavedState(total: snapshot.count, undo: snapshot.undo),
      writeError: snapshot.store.writeError,
      timeout: timeout, appearance: appearance,
      pictures: self.pictures(images, loader: pictures, on: terminal))
    state.surroundings.pictures.adapt(to: answers)
    if let lastSession { lastSession.resume(in: &state, showsTab: self.wheel == nil) }
    // A wheel that the config file names since the last session is a newer choice.
    if lastSession?.configuredWheel != configuration.wheel { state.spin.wheels.chosenName = nil }
    // A user who names a wheel wants to spin it.
    if self.wheel == nil, let tab = configuration.tab.tab { state.tab = tab }
    state.surroundings.prefetches = configuration.prefetch && !isAccessible
    if !LocalNetwork.isUp { _ = update(&state, .program(.networkChanged(isUp: false))) }
    if let density = configuration.density { state.saved.view.density = density }
    state.surroundings.ownSearches = configuration.searches
    state.surroundings.keyMap = KeyMap(configuration.keys)
    state.input.showsTips = configuration.tips
    state.surroundings.animation = animates ?? configuration.animation
    state.surroundings.shareCapabilities = ShareCapabilities(
      makesCodes: !isAccessible && ChildProcess.exists("qrencode", in: environment),
      commands: configuration.share)
    let effects = await begin(&state, with: snapshot.store)
    let mailbox = Mailbox()
    terminal.start { mailbox.post(Action($0)) }
    // Shows the first frame before opening the cache, because the frame doesn't need it.
    terminal.show(render(state))
    let cache = MetadataCache(location: location, sizeLimit: configuration.cacheLimit)
    pictures?.keepFiles(in: cache)
    // If nothing can be saved, reports only that, because it's the main problem.
    if let problem = cache.problem, snapshot.store.writeError == nil {
      mailbox.post(.program(.storeFailed(problem)))
    }
    let library = LinkLibrary(
      saved: snapshot.store, wheels: snapshot.wheels, cache: cache, environment: environment,
      keep: configuration.keepPolicy(in: snapshot.store))
    let runner = EffectRunner(
      library: library,
      programs: Programs(
        for: library, environment: environment, browser: configuration.browser,
        terminal: TerminalAccess(terminal), pictures: pictures),
      background: Background(
        for: library,
        wheelAge: configuration.wheelUpdate > 0 ? configuration.wheelUpdate * 86_400 : nil,
        sync: configurationFile.exchange(configuration), folder: SyncFolder(location: location)
      ) { mailbox.post(Action($0)) }, post: mailbox.post)
    let exitCode = try await Program(
      terminal: terminal, runner: runner, mailbox: mailbox, session: session,
      configuredWheel: configuration.wheel
    ).run(state, startingWith: effects)
    if exitCode != 0 { throw CommandFailure(message: nil, exitCode: exitCode) }
  }

  /// Starts the state, and reads what the first frame shows, so that it needn't be drawn twice.
  /// - Returns: the effects to run after it.
  @MainActor
  private func begin(
    _ state: inout AppState, with store: SavedLinkStore
  ) async -> [Effect] {
    var effects: [Effect] = []
    for effect in update(&state, .program(.started)) {
      guard case .read(.recent(let id, let count)) = effect else {
        effects.append(effect)
        continue
      }
      let result = await Result { () async throws(StoreError) in try await store.newest(count) }
      effects += update(&state, .spin(.recentRead(id, result)))
    }
    return effects
  }

  @MainActor
  private func pictures(
    _ policy: ImagePolicy, loader: PictureLoader?, on terminal: CursesTerminal
  ) -> Pictures {
    guard loader != nil, terminal.colorDepth != .none else { return .none }
    // The block symbols of cells need UTF-8. Pictures in pixels don't.
    let depth = policy.depth(on: terminal.speaksUTF8 ? terminal.colorDepth : .none)
    return Pictures(form: depth.map { .cells($0) }, usesPixels: policy.usesPixels)
  }

  /// Narrows the wheel by the options.
  private func narrow(
    _ wheel: inout WheelState, in store: WheelStore
  ) async throws {
    guard !narrowing.isEmpty else { return }
    let narrowing = try await NarrowingArgument(narrowing: narrowing).spelled(
      in: wheel.summary, of: store)
    let counts = try await store.count(of: wheel.id, narrowedTo: narrowing)
    guard let counts, counts.all > 0 else {
      let what = narrowing.values.list
      throw CommandFailure(
        message: localized("no link of \(wheel.name) is left for \(what)"), exitCode: 1)
    }
    wheel.narrow(to: narrowing, counts: WheelState.Counts(all: counts.all, unseen: counts.unseen))
  }

  /// The stored data when the program starts.
  private struct StartupSnapshot {
    let store: SavedLinkStore
    let wheels: WheelStore
    let count: Int
    let undo: UndoStatus

    init(location: StoreLocation) throws(StoreError) {
      store = try SavedLinkStore(location: location)
      wheels = WheelStore(sharing: store)
      count = try store.count()
      undo = try store.undoStatus()
    }
  }
}
