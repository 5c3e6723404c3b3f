import LinkStore
import RayletteApp

/// What a person set up in the config file; each value is the default where the file says nothing.
struct Configuration: Equatable, Sendable {
  /// A built-in wheel's name, or the path of a file.
  var wheel = Wheel.BuiltIn.tutorials.rawValue
  /// Seconds that a fetch may take.
  var timeout: Double = 5
  var mouse = true
  var animation = true
  var accessible = false
  var images = ImagePolicy.auto
  /// The name of a theme, of the program or of ``themes``.
  var theme = "auto"
  /// Themes of one's own, by name.
  var themes: [String: ThemeColors] = [:]
  var share: [ShareCommand] = []

  /// What a fetch may take, on the command line, too.
  static let timeouts = 0.1...600

  /// Whether the screen is for screen readers: by the command line, else by `ACCESSIBLE`, which takes
  /// anything but 0 for a yes, else by the file.
  /// - Parameter override: on the command line.
  func isAccessible(override: Bool? = nil, environment: [String: String]) -> Bool {
    if let override { return override }
    guard let value = environment["ACCESSIBLE"], !value.isEmpty else { return accessible }
    return value != "0"
  }

  /// A theme by name; nil where there is none.
  func theme(named name: String) -> ThemeChoice? {
    if let own = themes[name] { return .own(own) }
    return ThemeChoice.builtIn.first { $0.name == name }?.choice
  }

  var themeNames: [String] { ThemeChoice.builtIn.map(\.name) + themes.keys.sorted() }
}
