import ArgumentParser
import LinkStore
import RayletteApp

/// The root command `raylette`. Runs the wheel unless another command is named.
struct RayletteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raylette",
    abstract: "A wheel of links for the terminal: spin it, and save what you like.",
    usage: """
      \(SpinCommand.usage)
      raylette preview <address> ...
      raylette saved <command> ...
      raylette wheel <command> ...
      raylette cache <command>
      raylette config <command>
      raylette doctor
      """,
    discussion: """
      Each spin shows a random tutorial as a link card. Press ? for the keys.
      Saved links are in $XDG_DATA_HOME/raylette, fetched metadata in $XDG_CACHE_HOME/raylette.
      """,
    version: "0.1.0",
    subcommands: [
      SpinCommand.self, PreviewCommand.self, SavedCommand.self, WheelCommand.self,
      CacheCommand.self, ConfigCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: SpinCommand.self)
}

/// `raylette` or `raylette spin`: runs the wheel. Its options aren't on the root command, because
/// there they would hide the other commands' options of the same name.
struct SpinCommand: AsyncParsableCommand {
  static let usage = "raylette [<options>]"

  static let configuration = CommandConfiguration(
    commandName: "spin", abstract: "Spin the wheel.", usage: usage)

  @Option(
    help: ArgumentHelp(
      "The links to spin: \(Wheel.BuiltIn.allCases.map(\.rawValue).joined(separator: " or ")), a wheel of your own, or any source of links: a file, a folder, an address; - for standard input.",
      valueName: "name or source"))
  var wheel: String?

  @Option(
    help: ArgumentHelp(
      "Spin the same links in the same order each time, seen or not.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("The time limit of a fetch, 0.1 to 600.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "The colours: auto, dark, light, mono, or a theme of your own.", valueName: "name"))
  var theme: String?

  @Flag(inversion: .prefixedNo, help: "Use mouse clicks and the mouse wheel.")
  var mouse: Bool?

  @Flag(inversion: .prefixedNo, help: "Show animations while a page is fetched.")
  var animation: Bool?

  @Flag(
    inversion: .prefixedNo,
    help:
      "For screen readers: words instead of frames, pictures and motion, and the cursor at the focus."
  )
  var accessible: Bool?

  @Option(
    help: ArgumentHelp(
      "Pictures on cards, drawn by the program chafa: auto for pixels where the terminal can, or else cells in at least 256 colours; cells; pixels; always for cells in fewer colours too; never to fetch none.",
      valueName: "when"),
    completion: .list(ImagePolicy.allCases.map(\.rawValue)),
    transform: ImagePolicy.init(option:))
  var images: ImagePolicy?

  func validate() throws {
    if let wheel, wheel.isEmpty { throw ValidationError("--wheel takes a name or a file.") }
    if let timeout, !Configuration.timeouts.contains(timeout) {
      throw ValidationError("--timeout takes 0.1 to 600 seconds, not \(timeout).")
    }
  }

  func run() async throws {
    try await Launch(
      wheel: wheel, seed: seed, timeout: timeout, theme: theme, images: images, usesMouse: mouse,
      animates: animation, isAccessible: accessible
    ).run()
  }
}
