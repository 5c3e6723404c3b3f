import Bookmarks
import Foundation
import LinkStore

/// Where the config file is, by the XDG Base Directory Specification.
struct ConfigurationFile: Equatable, Sendable {
  let path: String
  private let home: String
  /// As a person would write it.
  let shownPath: String

  init(environment: [String: String]) {
    // A relative one would mean another folder wherever the program runs.
    let own = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = own ?? NSHomeDirectory()
    self.home = home
    // The specification has relative paths ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    path = "\(folder)/raylette/config.yml"
    shownPath = path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// What the file says; the defaults where there is none, for which nothing is read.
  func read() throws(ConfigurationError) -> Configuration {
    guard access(path, F_OK) == 0 else { return Configuration() }
    let bytes: Data
    do {
      bytes = try WaitNotice.showing("reading \(shownPath)", forFile: path) {
        () throws(InputFileError) in
        try InputFile(path: path).contents(limit: Self.limit)
      }
    } catch .tooLarge {
      throw ConfigurationError(file: shownPath, problem: "is larger than any config file should be")
    } catch {
      throw ConfigurationError(file: shownPath, problem: "can't be read: \(error.reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(file: shownPath, problem: "is not in UTF-8")
    }
    var configuration = try ConfigurationReader(file: shownPath).configuration(from: text)
    configuration.wheel = wheel(configuration.wheel)
    return configuration
  }

  /// As ``read()``; an error ends the program before it touches the terminal.
  func load() throws(CommandFailure) -> Configuration {
    do {
      return try read()
    } catch {
      throw CommandFailure(message: error.description, exitCode: 2)
    }
  }

  /// A file is named from the home folder, or from the folder of this one, wherever the program runs.
  private func wheel(_ name: String) -> String {
    if Wheel.BuiltIn(rawValue: name) != nil || name.hasPrefix("/") { return name }
    if name.hasPrefix("~/") { return home + name.dropFirst(1) }
    return URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) + name
  }

  private static let limit = 1_000_000
}
