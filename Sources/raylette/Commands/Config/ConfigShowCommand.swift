import Localization
import Links
import ArgumentParser
import Foundation

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
    var configuration = try file.load()
    let sources = try file.loadSources()
    configuration.accessible = configuration.isAccessible(environment: environment)
    for setting in Setting.all {
      let source = SettingSource(of: setting, sources: sources, environment: environment)
      let value =
        source == .variable("NO_COLOR") ? SettingValue.text("mono") : setting.value(configuration)
      if json {
        try CommandOutput.printJSON(
          SettingJSON(key: setting.key, value: value, source: source, file: file.path))
      } else {
        let origin = source.text(file: file.displayPath)
        let text = try value.line
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

/// A setting as one line of JSON. All keys are always present, with null for missing values.
private struct SettingJSON: Encodable {
  let key: String
  let value: SettingValue
  let source: SettingSource
  let file: String

  private enum CodingKeys: String, CodingKey {
    case key, value, source, file, line, column, variable
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(key, forKey: .key)
    try values.encode(value, forKey: .value)
    var (name, path, position, variable) = ("default", String?.none, [Int?](), String?.none)
    switch source {
    case .standard: break
    case .file(let line, let column): (name, path, position) = ("file", file, [line, column])
    case .variable(let text): (name, variable) = ("variable", text)
    }
    try values.encode(name, forKey: .source)
    try values.encode(path, forKey: .file)
    try values.encode(position.first ?? nil, forKey: .line)
    try values.encode(position.last ?? nil, forKey: .column)
    try values.encode(variable, forKey: .variable)
  }
}
