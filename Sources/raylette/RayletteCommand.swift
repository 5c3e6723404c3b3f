import ArgumentParser
import CursesTerminal
import Foundation
import LinkStore
import RayletteApp

/// The composition root: reads the command line, puts the parts together, runs the program.
struct RayletteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raylette",
    abstract: "A wheel of links for the terminal: spin it, and keep what is good.",
    discussion: """
      Spinning brings up a random tutorial as a link card. Press ? inside for the keys.
      Saved links are in $XDG_DATA_HOME/raylette, fetched metadata in $XDG_CACHE_HOME/raylette.
      """,
    version: "0.1.0")

  @Option(
    help: ArgumentHelp(
      "The links to spin: \(Wheel.BuiltIn.allCases.map(\.rawValue).joined(separator: " or ")), or a text file of addresses, one a line.",
      valueName: "name or file"))
  var wheel = Wheel.BuiltIn.tutorials.rawValue

  @Option(
    help: ArgumentHelp(
      "Spin the same links in the same order each time, seen before or not.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("How long a fetch may take, 0.1 to 600.", valueName: "seconds"))
  var timeout: Double = 5

  func validate() throws {
    guard (0.1...600).contains(timeout) else {
      throw ValidationError("--timeout takes 0.1 to 600 seconds, not \(timeout).")
    }
  }

  @MainActor
  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let location = StoreLocation(environment: environment)
    let wheel = try loadWheel()
    let kept = try failing { () throws(StoreError) in try Kept(location: location) }
    let terminal = try failing { () throws(TerminalError) in try CursesTerminal() }
    defer { terminal.restore() }
    let state = AppState(
      size: terminal.size, now: Date(),
      wheel: WheelState(
        wheel: wheel, seen: seed == nil ? kept.seen : [],
        seed: seed ?? .random(in: .min ... .max)),
      saved: SavedList(links: kept.links, writeObstacle: kept.store.writeObstacle),
      timeout: .seconds(timeout),
      appearance: Appearance(terminal: terminal, environment: environment))
    // Before the cache is opened, which no first frame needs.
    terminal.show(render(state))
    let runner = EffectRunner(
      saved: kept.store,
      cache: try failing { () throws(StoreError) in try MetadataCache(location: location) },
      browser: Browser(environment: environment))
    let exitCode = await Program(terminal: terminal, runner: runner).run(state)
    guard exitCode == 0 else { throw CommandFailure(message: nil, exitCode: exitCode) }
  }

  private func loadWheel() throws -> Wheel {
    if let builtIn = Wheel.BuiltIn(rawValue: wheel) { return builtIn.wheel }
    do {
      return try Wheel(contentsOf: URL(filePath: wheel, directoryHint: .notDirectory))
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 2)
    }
  }

  /// What is on disk when the program starts.
  private struct Kept {
    let store: SavedLinkStore
    let links: [SavedLink]
    let seen: Set<String>

    init(location: StoreLocation) throws(StoreError) {
      store = try SavedLinkStore(location: location)
      links = try store.linksNow()
      seen = try store.seenNow()
    }
  }

  /// Turns an error of a part into the end of the program: its sentence, and exit code 1.
  private func failing<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }
}

extension Appearance {
  /// What the terminal can show, less the colours a person does not want (https://no-color.org).
  @MainActor
  fileprivate init(terminal: CursesTerminal, environment: [String: String]) {
    let wantsNoColor = !(environment["NO_COLOR"] ?? "").isEmpty
    self.init(
      theme: Theme(colors: wantsNoColor ? 0 : terminal.colors),
      symbols: terminal.speaksUTF8 ? .unicode : .ascii)
  }
}
