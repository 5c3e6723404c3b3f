import Localization
import Yams

/// The environment variables that override the config file, such as `RAYLETTE_TIMEOUT=10`. An empty
/// variable counts as unset.
struct SettingVariables: Equatable, Sendable {
  static let prefix = "RAYLETTE_"

  /// The values, by the setting's key.
  private var values: [String: String] = [:]

  init(environment: [String: String] = [:]) {
    for setting in Setting.all {
      guard let name = setting.variable, let value = environment[name], !value.isEmpty else {
        continue
      }
      values[setting.key] = value
    }
  }

  var isEmpty: Bool { values.isEmpty }

  func contains(_ key: String) -> Bool { values[key] != nil }

  /// The values in the form of the file's. Errors name the variable.
  func fields(_ problems: ConfigurationProblems) -> [(key: String, value: YAMLValue)] {
    Setting.all.compactMap { setting in
      guard let name = setting.variable, let text = values[setting.key] else { return nil }
      let file = localized("the environment")
      return (
        setting.key, YAMLValue(file: file, node: Node(text), name: name, problems: problems)
      )
    }
  }

  /// Returns the variables that look like a misspelt setting, each with the probable name.
  static func misspelt(in environment: [String: String]) -> [(name: String, meant: String)] {
    let keys = Setting.all.compactMap { $0.variable?.dropFirst(prefix.count) }.map(String.init)
    return environment.keys.sorted().compactMap { name in
      let key = String(name.dropFirst(prefix.count))
      guard name.hasPrefix(prefix), !keys.contains(key),
        let near = NearestName.of(key, in: keys)
      else { return nil }
      return (name, prefix + near)
    }
  }
}

/// The origin of a setting's value.
enum SettingSource: Equatable, Sendable {
  case standard
  /// The position in the config file, from 1.
  case file(line: Int?, column: Int?)
  case variable(String)

  /// Returns the origin of a setting's present value.
  /// - Parameter sources: the positions of the settings in the file.
  init(of setting: Setting, sources: [String: SettingSource], environment: [String: String]) {
    let variables = SettingVariables(environment: environment)
    // Variables that several programs share. Our own variables override them, and they override the
    // file.
    let shared = ["theme": "NO_COLOR", "accessible": "ACCESSIBLE"][setting.key]
    if let variable = setting.variable, variables.contains(setting.key) {
      self = .variable(variable)
    } else if let shared, !(environment[shared] ?? "").isEmpty {
      self = .variable(shared)
    } else {
      self = sources[setting.key] ?? .standard
    }
  }
}
