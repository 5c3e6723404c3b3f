import Bookmarks
import Foundation
import Localization
import Yams

/// The language of the program's texts, as the settings name it.
enum LanguageSetting: String, CaseIterable, Sendable {
  /// The language of the environment.
  case auto
  case english = "en"
  case german = "de"
  case japanese = "ja"
  case simplifiedChinese = "zh_CN"
  case traditionalChinese = "zh_TW"

  private static let key = "language"
  static let variable = SettingVariables.prefix + key.uppercased()

  /// Returns the language to begin with, before the settings are read. What's wrong with them is
  /// reported when they're read, in this language.
  static func language(_ environment: [String: String]) -> Language {
    let variable = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    let setting = (variable ?? value(in: ConfigurationFile.path(environment: environment)))
      .flatMap(LanguageSetting.init)
    return setting.flatMap { Language(rawValue: $0.rawValue) } ?? Language(environment: environment)
  }

  /// Returns the value in a config file. Parses the file only if it names the setting. Reads no pipe,
  /// because the settings are read from it later.
  private static func value(in path: String) -> String? {
    guard InputFile.isRegular(path: path),
      let bytes = try? InputFile(path: path).contents(limit: ConfigurationFile.limit),
      bytes.firstRange(of: key.utf8) != nil,
      let yaml = String(validating: bytes, as: UTF8.self),
      let settings = try? Yams.compose(yaml: yaml)?.mapping
    else { return nil }
    return settings[Node(key)]?.scalar?.string
  }
}
