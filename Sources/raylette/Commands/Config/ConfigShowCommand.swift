import ArgumentParser
import Foundation
import Links
import Localization
import Markup

struct ConfigShowCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: localized("List every setting with its value and where that comes from."),
      discussion: localized(
        """
        Prints one setting per line: name, value, and "default", the place in the config file or the \
        variable, separated by tabs. With --json, the keys are key, value, source (default, file or \
        variable), file, line, column and variable; all are always present.
        """))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() throws {
    let environment = Invocation.current.environment
    let file = ConfigurationFile(environment: environment)
    var configuration = try file.read()
    let sources = try file.sources()
    configuration.accessible = configuration.isAccessible(environment: environment)
    for setting in Setting.all {
      let source = SettingSource(of: setting, sources: sources, environment: environment)
      let value =
        source == .variable("NO_COLOR") ? JSONValue.string("mono") : setting.value(configuration)
      if json {
        try CommandOutput.printJSON(setting.json(value, from: source, file: file.path))
      } else {
        let origin = source.text(file: file.displayPath)
        let text = value.configLine
        try CommandOutput.print(columns: [setting.key, text, origin])
      }
    }
  }
}

extension SettingSource {
  fileprivate func text(file: String) -> String {
    switch self {
    // The same in every language, as the help explains it.
    case .standard: "default"
    case .file(let line, let column):
      file + [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    case .variable(let name): name
    }
  }
}

extension Setting {
  /// The setting as a line of JSON. All keys are always present, with null for missing values.
  fileprivate func json(_ value: JSONValue, from source: SettingSource, file: String) -> JSONObject
  {
    var (name, path, position, variable) = ("default", String?.none, [Int?](), String?.none)
    switch source {
    case .standard: break
    case .file(let line, let column): (name, path, position) = ("file", file, [line, column])
    case .variable(let text): (name, variable) = ("variable", text)
    }
    return [
      "key": key, "value": value, "source": name, "file": path,
      "line": position.first ?? nil, "column": position.last ?? nil, "variable": variable,
    ]
  }
}
