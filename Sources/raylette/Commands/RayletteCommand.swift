import ArgumentParser
import LinkStore
import Localization

/// The root command `raylette`. Runs the wheel unless another command is named.
struct RayletteCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "raylette",
      abstract: localized("A wheel of links for the terminal: spin it, and save what you like."),
      usage: """
        \(SpinCommand.usage)
        raylette spin [--number <number>] [--json] [--open] [--save]
        raylette preview <address> ...
        raylette read <address or file>
        raylette saved <command> ...
        raylette wheel <command> ...
        raylette history [<command>] ...
        raylette sync [<command>] ...
        raylette backup [<file>]
        raylette restore [<file or day>]
        raylette cache [<command>] ...
        raylette config <command>
        raylette doctor
        raylette completions <shell>
        raylette man <section>
        """,
      discussion: localized(
        """
        Each spin shows a random tutorial as a link card. Press ? for the keys.
        Saved links are in $XDG_DATA_HOME/raylette, fetched metadata in $XDG_CACHE_HOME/raylette.
        """),
      version: ProgramVersion.line,
      subcommands: [
        SpinCommand.self, PreviewCommand.self, ReadCommand.self, SavedCommand.self,
        WheelCommand.self,
        HistoryCommand.self, SyncCommand.self, BackupCommand.self, RestoreCommand.self,
        CacheCommand.self, ConfigCommand.self, DoctorCommand.self,
        CompletionsCommand.self, ManCommand.self,
      ],
      defaultSubcommand: SpinCommand.self)
  }
}
