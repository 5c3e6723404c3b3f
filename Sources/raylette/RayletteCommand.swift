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
    let wheel = try loadWheel()
    let stores = try openStores(StoreLocation(environment: environment))
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal()
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
    defer { terminal.restore() }
    let state = AppState(
      size: terminal.size, now: Date(),
      wheel: WheelState(
        wheel: wheel, seen: seed == nil ? stores.seen : [],
        seed: seed ?? SystemRandomNumberGenerator().seed),
      saved: SavedList(links: stores.links, writeObstacle: stores.saved.writeObstacle),
      timeout: .seconds(timeout),
      appearance: Appearance(terminal: terminal, environment: environment))
    let runner = EffectRunner(
      saved: stores.saved, cache: stores.cache, browser: Browser(environment: environment))
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

  private struct Stores {
    var saved: SavedLinkStore
    var cache: MetadataCache
    var links: [SavedLink]
    var seen: Set<String>
  }

  private func openStores(_ location: StoreLocation) throws -> Stores {
    do {
      let saved = try SavedLinkStore(location: location)
      return Stores(
        saved: saved, cache: try MetadataCache(location: location),
        links: try saved.linksNow(), seen: try saved.seenNow())
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }
}

extension SystemRandomNumberGenerator {
  fileprivate var seed: UInt64 {
    var generator = self
    return generator.next()
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
