import ArgumentParser
import Localization

/// `raylette completions`: prints a script that lets a shell complete the program's command line.
struct CompletionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions", abstract: localized("Print a completion script for a shell."),
      discussion: localized(
        """
        It completes commands, options and their values, files, and your own tags, themes and wheels.
        For bash, add this line to ~/.bashrc:
          eval "$(raylette completions bash)"
        For zsh, add this line to ~/.zshrc, below compinit:
          eval "$(raylette completions zsh)"
        For fish, write a file:
          raylette completions fish > ~/.config/fish/completions/raylette.fish
        """))
  }

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    /// The completion script. It stays the same when commands change, because it asks the program.
    var script: String {
      switch self {
      case .bash: String(decoding: PackageResources.raylette_bash, as: UTF8.self)
      case .zsh: String(decoding: PackageResources.raylette_zsh, as: UTF8.self)
      case .fish: String(decoding: PackageResources.raylette_fish, as: UTF8.self)
      }
    }
  }

  @Argument(help: ArgumentHelp(localized("The shell.")))
  var shell: Shell

  func run() throws {
    try StandardOutput.put(shell.script)
  }
}
