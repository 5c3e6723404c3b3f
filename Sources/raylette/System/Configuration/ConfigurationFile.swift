import Bookmarks
import Foundation
import LinkStore

/// The config file. Its place follows the XDG Base Directory Specification.
struct ConfigurationFile: Equatable, Sendable {
  let path: String
  private let home: String
  /// The path for messages, with `~` for the home folder.
  let shownPath: String

  init(environment: [String: String]) {
    // Ignores a relative path, because it would depend on the current directory.
    let own = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = own ?? NSHomeDirectory()
    self.home = home
    // The specification says to ignore relative paths.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    path = "\(folder)/raylette/config.yml"
    shownPath = path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// Reads the file. Returns the defaults if it doesn't exist.
  func read() throws(ConfigurationError) -> Configuration {
    guard access(path, F_OK) == 0 else { return Configuration(themeFolder: themeFolder) }
    let text = try Self.text(at: path, shownPath: shownPath)
    let reader = ConfigurationReader(file: shownPath, themeFolder: themeFolder)
    var configuration = try reader.configuration(from: text)
    configuration.wheel = wheel(configuration.wheel)
    return configuration
  }

  /// Reads the text of a config file or a theme file.
  static func text(at path: String, shownPath: String) throws(ConfigurationError) -> String {
    let bytes: Data
    do {
      bytes = try WaitNotice.showing("reading \(shownPath)", forFile: path) {
        () throws(InputFileError) in
        try InputFile(path: path).contents(limit: limit)
      }
    } catch .tooLarge {
      throw ConfigurationError(file: shownPath, problem: "is larger than any config file should be")
    } catch {
      throw ConfigurationError(file: shownPath, problem: "can't be read: \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(file: shownPath, problem: "is not in UTF-8")
    }
    return text
  }

  /// The theme files beside it.
  private var themeFolder: ThemeFolder {
    func folder(beside path: String) -> String {
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/themes"
    }
    return ThemeFolder(path: folder(beside: path), shownPath: folder(beside: shownPath))
  }

  /// Reads the file, and turns an error into a command failure, which ends the program before it
  /// touches the terminal.
  func load() throws(CommandFailure) -> Configuration {
    do {
      return try read()
    } catch {
      throw CommandFailure(message: error.description, exitCode: 2)
    }
  }

  /// Resolves the path of a wheel file against the home folder or the config file's folder, so that
  /// it doesn't depend on the current directory.
  private func wheel(_ name: String) -> String {
    if Wheel.BuiltIn(rawValue: name) != nil || name.hasPrefix("/") { return name }
    if name.hasPrefix("~/") { return home + name.dropFirst(1) }
    return URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) + name
  }

  private static let limit = 1_000_000
}
