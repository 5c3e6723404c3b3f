import Foundation
import Localization
import RayletteApp

/// Selects the theme. The command line takes precedence, then `RAYLETTE_THEME`. Then `NO_COLOR`
/// (https://no-color.org) turns colours off. Otherwise, the config file decides.
struct ThemeSelection: Equatable, Sendable {
  let choice: ThemeChoice

  /// - Parameter override: the name on the command line. Throws if there's no such theme.
  init(
    _ configuration: Configuration, override: String? = nil, environment: [String: String]
  ) throws {
    if let override {
      guard let choice = try configuration.theme(named: override) else {
        let names = configuration.themeNames
        let (name, list) = (override.debugDescription, names.list)
        let message =
          NearestName.of(override, in: names).map {
            localized("there is no theme \(name); did you mean \($0)? There is \(list)")
          } ?? localized("there is no theme \(name); there is \(list)")
        throw CommandFailure(message: message, exitCode: 2)
      }
      self.choice = choice
    } else if !(environment["NO_COLOR"] ?? "").isEmpty,
      !SettingVariables(environment: environment).contains("theme")
    {
      choice = .mono
    } else {
      choice = try configuration.theme(named: configuration.theme) ?? .auto
    }
  }
}

/// The theme files in the config folder: `themes/NAME.yml`.
struct ThemeFolder: Equatable, Sendable {
  let path: String
  /// The path for messages, with `~` for the home folder.
  let displayPath: String

  /// The names of all themes, sorted.
  var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// Reads a theme. Returns nil if there's no file with this name.
  func colors(named name: String) throws(ConfigurationError) -> ThemeColors? {
    let (colors, problems) = checkedColors(named: name)
    try problems.throwFirst()
    return colors
  }

  /// Reads the valid parts of a theme, and returns all problems.
  func checkedColors(named name: String) -> (ThemeColors?, problems: [ConfigurationError]) {
    let file = name + Self.suffix
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"),
      access("\(path)/\(file)", F_OK) == 0
    else { return (nil, []) }
    let displayFile = "\(displayPath)/\(file)"
    do throws(ConfigurationError) {
      let text = try ConfigurationFile.text(at: "\(path)/\(file)", displayPath: displayPath)
      return ConfigurationReader(file: displayFile).checkedColors(text)
    } catch {
      return (nil, [error])
    }
  }

  private static let suffix = ".yml"
}
