import CursesTerminal
import Foundation
import LinkStore
import RayletteApp
import TerminalGrid

/// The composition root. Loads the initial state and creates the parts of the program.
struct Launch {
  // Options from the command line. Nil uses the config file.

  /// A built-in wheel's name, or the path of a file.
  var wheel: String?
  var seed: UInt64?
  /// The time limit of a fetch in seconds.
  var timeout: Double?
  var theme: String?
  var images: ImagePolicy?
  var usesMouse: Bool?
  var animates: Bool?
  var isAccessible: Bool?

  /// Runs the program to its end.
  @MainActor
  func run() async throws(CommandFailure) {
    // Ignores SIGPIPE, so that writing to a child process that doesn't read fails instead of ending
    // this process.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    let configuration = try ConfigurationFile(environment: environment).load()
    let theme = try ThemeSelection(configuration, override: theme, environment: environment)
    let location = StoreLocation(environment: environment, folder: "raylette")
    let wheel = try await load(self.wheel ?? configuration.wheel)
    let snapshot = try failing { () throws(StoreError) in try StartupSnapshot(location: location) }
    let isAccessible = configuration.isAccessible(override: isAccessible, environment: environment)
    let timeout = Duration.seconds(timeout ?? configuration.timeout)
    let images = isAccessible ? .never : images ?? configuration.images
    let pictures = PictureLoader(
      policy: images, theme: theme.choice, location: location, timeout: timeout,
      environment: environment)
    let terminal = try failing { () throws(TerminalError) in
      try CursesTerminal(
        usesMouse: usesMouse ?? configuration.mouse, showsFocus: isAccessible,
        asking: [
          theme.choice == .auto ? .background : [],
          pictures != nil && images.usesPixels ? .graphics : [],
        ])
    }
    defer { terminal.restore() }
    // The answers of most terminals are there in time for the first frame.
    let answers = terminal.answers(within: .milliseconds(5))
    let appearance = Appearance(
      choice: theme.choice,
      background: answers.background ?? Color(colorFGBG: environment["COLORFGBG"] ?? ""),
      symbols: isAccessible ? .words : terminal.speaksUTF8 ? .unicode : .ascii,
      colors: terminal.colors)
    var state = AppState(
      size: terminal.size, now: Date(),
      wheel: WheelState(
        wheel: wheel, seen: seed == nil ? snapshot.seen : [],
        seed: seed ?? .random(in: .min ... .max)),
      saved: SavedList(total: snapshot.count, writeError: snapshot.store.writeError),
      timeout: timeout, appearance: appearance,
      pictures: self.pictures(images, loader: pictures, on: terminal))
    state.pictures.adapt(to: answers)
    let session = SessionFile(environment: environment)
    if let former = session.read() { state.resume(former, showsTab: self.wheel == nil) }
    if let density = configuration.density { state.saved.view.density = density }
    state.savedSearches = configuration.searches
    state.keyMap = KeyMap(configuration.keys)
    state.animation = animates ?? configuration.animation
    state.shareCapabilities = ShareCapabilities(
      makesCodes: ChildProcess.exists("qrencode", in: environment), commands: configuration.share)
    let mailbox = Mailbox()
    terminal.start(mailbox.post)
    // Shows the first frame before opening the cache, because the frame doesn't need it.
    terminal.show(render(state))
    let cache = MetadataCache(location: location, sizeLimit: configuration.cacheLimit)
    let imageProblem = pictures == nil ? nil : location.prepareImageFolder()
    // If nothing can be saved, reports only that, because it's the main problem.
    if let problem = cache.problem ?? imageProblem, snapshot.store.writeError == nil {
      mailbox.post(.storeFailed(problem))
    }
    let runner = EffectRunner(
      saved: snapshot.store, cache: cache, environment: environment,
      terminal: TerminalAccess(terminal), pictures: pictures, post: mailbox.post)
    let exitCode = try await Program(
      terminal: terminal, runner: runner, mailbox: mailbox, session: session
    ).run(state)
    if exitCode != 0 { throw CommandFailure(message: nil, exitCode: exitCode) }
  }

  @MainActor
  private func pictures(
    _ policy: ImagePolicy, loader: PictureLoader?, on terminal: CursesTerminal
  ) -> Pictures {
    guard loader != nil, terminal.colorDepth != .none else { return .none }
    // The block symbols of cells need UTF-8. Pixels don't.
    return Pictures(policy: policy, depth: terminal.speaksUTF8 ? terminal.colorDepth : .none)
  }

  private func load(_ wheel: String) async throws(CommandFailure) -> Wheel {
    if let builtIn = Wheel.BuiltIn(rawValue: wheel) { return builtIn.wheel }
    do {
      return try await WheelArgument(text: wheel).read()
    } catch {
      let near = NearestName.of(wheel, in: Wheel.BuiltIn.allCases.map(\.rawValue))
      let isName = if case .unreadable = error { true } else { false }
      let suggestion = isName ? near.map { "; did you mean \($0)?" } ?? "" : ""
      throw CommandFailure(message: "\(error)\(suggestion)", exitCode: error.exitCode)
    }
  }

  /// The stored data when the program starts.
  private struct StartupSnapshot {
    let store: SavedLinkStore
    let count: Int
    let seen: Set<String>

    init(location: StoreLocation) throws(StoreError) {
      store = try SavedLinkStore(location: location)
      count = try store.count()
      seen = try store.seen()
    }
  }

  /// Turns an error into a command failure with the error's message.
  private func failing<Value, Failure: Error>(
    exitCode: Int32 = 1, _ body: () throws(Failure) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: exitCode)
    }
  }
}
