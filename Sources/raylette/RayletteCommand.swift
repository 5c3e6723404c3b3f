import ArgumentParser
import LinkStore

/// The command line of `raylette`.
struct RayletteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raylette",
    abstract: "A wheel of links for the terminal: spin it, and keep what is good.",
    discussion: """
      Spinning brings up a random tutorial as a link card. Press ? inside for the keys.
      Saved links are in $XDG_DATA_HOME/raylette, fetched metadata in $XDG_CACHE_HOME/raylette.
      """,
    version: "0.1.0",
    subcommands: [PreviewCommand.self])

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
    guard !wheel.isEmpty else { throw ValidationError("--wheel takes a name or a file.") }
    guard (0.1...600).contains(timeout) else {
      throw ValidationError("--timeout takes 0.1 to 600 seconds, not \(timeout).")
    }
  }

  func run() async throws {
    try await Launch(wheel: wheel, seed: seed, timeout: .seconds(timeout)).run()
  }
}
