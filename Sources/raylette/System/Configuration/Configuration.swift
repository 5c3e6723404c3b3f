import LinkStore
import RayletteApp

/// The settings in the config file. Settings missing from the file have their default values.
struct Configuration: Equatable, Sendable {
  /// A built-in wheel's name, or the path of a file.
  var wheel = Wheel.BuiltIn.tutorials.rawValue
  /// The time limit of a fetch in seconds.
  var timeout: Double = 5
  var mouse = true
  var animation = true
  var accessible = false
  var images = ImagePolicy.auto
  /// The name of a built-in theme, or of one in ``themes``.
  var theme = "auto"
  /// The user's own themes by name.
  var themes: [String: ThemeColors] = [:]
  var share: [ShareCommand] = []

  /// The valid time limits in seconds, here and on the command line.
  static let timeouts = 0.1...600

  /// Returns whether the screen is for screen readers. The command line comes first, then
  /// `ACCESSIBLE`, where any value other than 0 means yes, then the config file.
  /// - Parameter override: The option on the command line.
  func isAccessible(override: Bool? = nil, environment: [String: String]) -> Bool {
    if let override { return override }
    guard let value = environment["ACCESSIBLE"], !value.isEmpty else { return accessible }
    return value != "0"
  }

  /// Returns a theme by name, or nil if there's none.
  func theme(named name: String) -> ThemeChoice? {
    if let own = themes[name] { return .own(own) }
    return ThemeChoice.builtIn.first { $0.name == name }?.choice
  }

  var themeNames: [String] { ThemeChoice.builtIn.map(\.name) + themes.keys.sorted() }
}
