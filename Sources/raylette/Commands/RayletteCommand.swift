import ArgumentParser

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
