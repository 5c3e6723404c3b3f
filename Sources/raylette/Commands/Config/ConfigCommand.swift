import ArgumentParser
import Foundation
import Localization

/// `raylette config`: finds, shows, edits and checks the settings.
struct ConfigCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config",
      abstract: localized("Show, edit and check the settings."),
      discussion: localized(
        """
        Options override variables, and variables override the file. A variable is the setting's name \
        in capitals after RAYLETTE_, such as RAYLETTE_TIMEOUT=10; an empty one counts as unset. \
        themes, share, searches and keys are in the file only.
        """),
      subcommands: [
        ConfigPathCommand.self, ConfigShowCommand.self, ConfigEditCommand.self,
        ConfigCheckCommand.self,
      ])
  }
}

struct ConfigPathCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "path",
      abstract: localized("Print the config file's path, even if there's no file yet."))
  }

  func run() throws {
    let file = ConfigurationFile(environment: Invocation.current.environment)
    // Prints the path unchanged, because other programs read it.
    try StandardOutput.put("\(file.path)\n")
  }
}

struct ConfigCheckCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: localized("Check the config file, the theme files and the variables."),
      discussion: localized(
        """
        Prints all problems, each with its file, line and column. What isn't YAML is only one. The \
        exit code is 0 if there's no problem, 2 if there's one.
        """))
  }

  func run() throws {
    let environment = Invocation.current.environment
    let file = ConfigurationFile(environment: environment)
    let problems = file.problems(environment: environment)
    if let failure = CommandFailure(problems) { throw failure }
    try CommandOutput.print(
      file.exists
        ? localized("\(file.displayPath): no problems")
        : localized("\(file.displayPath): no such file"))
  }
}

extension CommandFailure {
  /// The failure of a command that found problems, each on a line; nil without problems.
  init?(_ problems: [String]) {
    guard !problems.isEmpty else { return nil }
    self.init(message: problems.joined(separator: "\nraylette: "), exitCode: 2)
  }
}

extension ConfigurationFile {
  /// Returns the problems of the settings, a line each.
  func problems(environment: [String: String]) -> [String] {
    let (configuration, found) = checked()
    var problems = found.map(\.description)
    if let problem = wheelProblem(configuration.wheel) { problems.append(problem) }
    for name in themeFolder.names {
      problems += themeFolder.checkedColors(named: name).problems.map(\.description)
    }
    return problems
      + SettingVariables.misspelt(in: environment).map {
        localized("there's no setting for the variable \($0.name); did you mean \($0.meant)?")
      }
  }
}
