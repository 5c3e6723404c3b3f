import Foundation
import RayletteApp

/// Selects the theme. The command line takes precedence, then `RAYLETTE_THEME`. Then `NO_COLOR`
/// (https://no-color.org) turns colours off. Otherwise, the config file decides.
struct ThemeSelection: Equatable, Sendable {
  let choice: ThemeChoice

  /// - Parameter override: the name on the command line. Throws if there's no such theme.
  init(
    _ configuration: Configuration, override: String? = nil, environment: [String: String]
  ) throws(CommandFailure) {
    if let override {
      guard let choice = try Self.theme(named: override, in: configuration) else {
        let names = configuration.themeNames
        let near = NearestName.of(override, in: names).map { "did you mean \($0)? T" } ?? "t"
        throw CommandFailure(
          message: "there is no theme \(override.debugDescription); \(near)here is "
            + names.joined(separator: ", "), exitCode: 2)
      }
      self.choice = choice
    } else if !(environment["NO_COLOR"] ?? "").isEmpty,
      !SettingVariables(environment: environment).contains("theme")
    {
      choice = .mono
    } else {
      choice = try Self.theme(named: configuration.theme, in: configuration) ?? .auto
    }
  }

  private static func theme(
    named name: String, in configuration: Configuration
  ) throws(CommandFailure) -> ThemeChoice? {
    do {
      return try configuration.theme(named: name)
    } catch {
      throw CommandFailure(message: error.description, exitCode: 2)
    }
  }
}
