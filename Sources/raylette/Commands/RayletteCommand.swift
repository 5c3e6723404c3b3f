import ArgumentParser
import LinkStore
import RayletteApp

/// The command line of `raylette`: the wheel, unless another command is named.
struct RayletteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raylette",
    abstract: "A wheel of links for the terminal: spin it, and keep what is good.",
    usage: """
      \(SpinCommand.usage)
      raylette preview <address> ...
      """,
    discussion: """
      Spinning brings up a random tutorial as a link card. Press ? inside for the keys.
      Saved links are in $XDG_DATA_HOME/raylette, fetched metadata in $XDG_CACHE_HOME/raylette.
      """,
    version: "0.1.0",
    subcommands: [SpinCommand.self, PreviewCommand.self, SavedCommand.self],
    defaultSubcommand: SpinCommand.self)
}

/// `raylette`, or `raylette spin`: the wheel. Its options are not the root's own, where they would
/// take those of the same name away from the other commands.
struct SpinCommand: AsyncParsableCommand {
  static let usage =
    """
    raylette [--wheel <name or file>] [--seed <number>] [--timeout <seconds>] [--theme <name>] \
    [--images <when>] [--no-mouse] [--no-animation] [--accessible]
    """

  static let configuration = CommandConfiguration(
    commandName: "spin", abstract: "Spin the wheel.", usage: usage)

  @Option(
    help: ArgumentHelp(
      "The links to spin: \(Wheel.BuiltIn.allCases.map(\.rawValue).joined(separator: " or ")), or a text file of addresses, one a line; - for standard input.",
      valueName: "name or file"))
  var wheel: String?

  @Option(
    help: ArgumentHelp(
      "Spin the same links in the same order each time, seen before or not.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("How long a fetch may take, 0.1 to 600.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "The colours: auto, dark, light, mono, or a theme of the config file.", valueName: "name"))
  var theme: String?

  @Flag(inversion: .prefixedNo, help: "Let presses and the wheel of the mouse be used.")
  var mouse: Bool?

  @Flag(inversion: .prefixedNo, help: "Let things move while a page is fetched.")
  var animation: Bool?

  @Flag(
    inversion: .prefixedNo,
    help:
      "For screen readers: words in place of frames, pictures and motion, and the cursor where the focus is."
  )
  var accessible: Bool?

  @Option(
    help: ArgumentHelp(
      "Pictures on cards, drawn by the program chafa: auto for where they look good, from 256 colours on; always for fewer, too; never, and none is fetched.",
      valueName: "auto, always or never"),
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

extension ImagePolicy {
  fileprivate init(option: String) throws {
    guard let policy = ImagePolicy(rawValue: option) else {
      throw ValidationError("--images takes auto, always or never.")
    }
    self = policy
  }
}
