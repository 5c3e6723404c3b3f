import ArgumentParser

/// The command that arguments name: `raylette saved list`.
struct CommandPath {
  private(set) var names: [String] = []
  private(set) var command: any ParsableCommand.Type = RayletteCommand.self
  /// The arguments after the command's name.
  private(set) var arguments: ArraySlice<String>

  init(_ commandLine: some Collection<String>) {
    arguments = Array(commandLine)[...]
    while let name = arguments.first,
      let found = command.configuration.subcommands.first(where: {
        Self.names(of: $0).contains(name)
      })
    {
      (names, command) = (names + [name], found)
      arguments.removeFirst()
    }
  }

  /// The command line that explains the command.
  var help: String { (["raylette"] + names + ["--help"]).joined(separator: " ") }

  /// The names of the command's subcommands.
  var subcommandNames: [String] { command.configuration.subcommands.flatMap { Self.names(of: $0) } }

  /// Returns the name and the aliases of a command.
  private static func names(of command: any ParsableCommand.Type) -> [String] {
    let configuration = command.configuration
    return [configuration.commandName ?? "\(command)".lowercased()] + configuration.aliases
  }
}
