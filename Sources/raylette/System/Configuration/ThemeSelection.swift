import Foundation
import RayletteApp

/// Which theme counts: that of the command line, else none at all where `NO_COLOR` is set
/// (https://no-color.org), else that of the config file.
struct ThemeSelection: Equatable, Sendable {
  let choice: ThemeChoice

  /// - Parameter override: on the command line. A name that is none ends the program.
  init(
    _ configuration: Configuration, override: String? = nil, environment: [String: String]
  ) throws(CommandFailure) {
    if let override {
      guard let choice = configuration.theme(named: override) else {
        let names = configuration.themeNames.joined(separator: ", ")
        throw CommandFailure(
          message: "there is no theme \(override.debugDescription); there is \(names)", exitCode: 2)
      }
      self.choice = choice
    } else if !(environment["NO_COLOR"] ?? "").isEmpty {
      choice = .mono
    } else {
      choice = configuration.theme(named: configuration.theme) ?? .auto
    }
  }
}
