import Bookmarks
import Favorites
import Foundation
import LinkExchange
import LinkStore
import Links
import Localization
import Markup

/// The config file. Its location follows the XDG Base Directory Specification.
struct ConfigurationFile: Equatable, Sendable {
  let path: String
  /// The path of the home folder, without a slash at the end.
  private let home: String
  /// The path for messages, with `~` for the home folder.
  let displayPath: String
  /// The environment variables that override the file.
  let variables: SettingVariables

  init(environment: [String: String]) {
    let directories = BaseDirectories(environment: environment)
    var home = directories.home.path(percentEncoded: false)
    while home.hasSuffix("/") { home.removeLast() }
    self.home = home
    variables = SettingVariables(environment: environment)
    path = Self.path(in: directories)
    displayPath = path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// The path of the config file.
  static func path(environment: [String: String]) -> String {
    path(in: BaseDirectories(environment: environment))
  }

  private static func path(in directories: BaseDirectories) -> String {
    directories.configuration.appending(path: "raylette/config.yml").path(percentEncoded: false)
  }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Reads the file and the variables. Returns the defaults without either.
  func read() throws(ConfigurationError) -> Configuration {
    let (configuration, problems) = checked()
    try problems.throwFirst()
    return configuration
  }

  /// Reads the valid parts of the file and the variables, and returns all problems.
  func checked() -> (Configuration, problems: [ConfigurationError]) {
    guard exists || !variables.isEmpty else {
      return (Configuration(themeFolder: themeFolder), [])
    }
    let yaml: String
    do throws(ConfigurationError) {
      yaml = try text()
    } catch {
      return (Configuration(themeFolder: themeFolder), [error])
    }
    var (configuration, problems) = reader.checked(yaml)
    // A path in a variable is relative to the current directory, like a path in an option.
    if !variables.contains("wheel") { configuration.wheel = wheel(configuration.wheel) }
    return (configuration, problems)
  }

  /// The settings of the exchange in a configuration, with a way to read those that other devices
  /// get: from the file as it then is, without the variables, which hold for one program only.
  func exchange(_ configuration: Configuration) -> SyncSettings {
    var settings = configuration.sync
    settings.shared = { [self] in
      guard exists, let yaml = try? text() else { return nil }
      let reader = ConfigurationReader(
        file: displayPath, themeFolder: themeFolder, variables: SettingVariables(environment: [:]))
      let (configuration, problems) = reader.checked(yaml)
      return problems.isEmpty ? configuration.shared : nil
    }
    return settings
  }

  /// Returns the position of each setting in the file.
  func sources() throws(ConfigurationError) -> [String: SettingSource] {
    var sources: [String: SettingSource] = [:]
    for (key, value) in try reader.fields(of: text()) where !value.isEmpty {
      sources[key] = value.source
    }
    return sources
  }

  private var reader: ConfigurationReader {
    ConfigurationReader(file: displayPath, themeFolder: themeFolder, variables: variables)
  }

  private func text() throws(ConfigurationError) -> String {
    exists ? try Self.text(at: path, displayPath: displayPath) : ""
  }

  /// Reads the text of a config file or a theme file.
  static func text(at path: String, displayPath: String) throws(ConfigurationError) -> String {
    let bytes: Data
    do {
      bytes = try WaitNotice.showing(localized("reading \(displayPath)"), forFile: path) {
        () throws(InputFileError) in
        try InputFile(path: path).contents(limit: limit)
      }
    } catch .tooLarge {
      throw ConfigurationError(
        file: displayPath, problem: localized("is larger than any config file should be"))
    } catch {
      throw ConfigurationError(
        file: displayPath, problem: localized("can't be read: \(error.reason)"))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(file: displayPath, problem: localized("is not in UTF-8"))
    }
    return text
  }

  /// The folder of theme files, beside the config file.
  var themeFolder: ThemeFolder {
    func folder(beside path: String) -> String {
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/themes"
    }
    return ThemeFolder(path: folder(beside: path), displayPath: folder(beside: displayPath))
  }

  /// Sends a command's fetches through the proxy of the config file, if it names one.
  static func useProxy(
    environment: [String: String] = Invocation.current.environment
  ) throws(ConfigurationError) {
    try ConfigurationFile(environment: environment).read().useProxy(environment: environment)
  }

  /// Resolves the path of a wheel file against the home folder or the config file's folder, so that
  /// it doesn't depend on the current directory. Names of wheels and addresses stay unchanged.
  private func wheel(_ name: String) -> String {
    if name.hasPrefix("~/") { return home + name.dropFirst(1) }
    if name.hasPrefix("/") || name.contains("://") || Wheel.BuiltIn(rawValue: name) != nil {
      return name
    }
    let file = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) + name
    if access(file, F_OK) == 0 { return file }
    if SchemelessAddress(name) != nil { return name }
    return name.contains { "./".contains($0) } ? file : name
  }

  /// Returns the problem of a wheel, or nil if the program can read it.
  func wheelProblem(_ name: String) -> String? {
    guard name.hasPrefix("/"), access(name, R_OK) != 0 else {
      return nil
    }
    return localized("wheel: cannot read \(name): \(errnoText(errno).translated)")
  }

  static let limit = 1_000_000
}
