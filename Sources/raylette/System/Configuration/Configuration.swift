import WheelSources
import RayletteRuntime
import LinkExchange
import LinkFetching
import LinkPreview
import Links
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
  var bidi = BidiPolicy.auto
  /// The name of a built-in theme, of one in ``themes``, or of one in ``themeFolder``.
  var theme = "auto"
  /// The user's own themes by name.
  var themes: [String: ThemeColors] = [:]
  /// The user's themes in files of their own.
  var themeFolder: ThemeFolder?
  var share: [ShareCommand] = []
  /// The rows that a saved link takes. Nil for as many as when the program was last used.
  var density: ListView.Density?
  /// The maximum size of the metadata cache in MB (10⁶ bytes).
  var cacheSize: Double = 200
  /// Filters by name, for the key F.
  var searches: [SavedSearch] = []

  /// The keys that are changed.
  var keys: [KeyChange] = []

  /// The tab that the program starts on.
  var tab = StartTab.last
  /// Whether the next card is fetched while one is read.
  var prefetch = true
  /// The age in days from which the addresses of a wheel are asked again; 0 for never.
  var wheelUpdate: Double = 1
  /// The command that opens links, as `BROWSER` has it. Nil uses `BROWSER`, or else looks for one.
  var browser: String?
  /// The proxy for everything that's fetched. Nil uses the proxies of the environment.
  var proxy: ProxyAddress?

  /// What's kept of the pages of saved links.
  var keep = KeepPolicy.text

  /// When changes are exchanged with other devices.
  var sync = SyncSettings()

  /// The valid time limits in seconds, here and on the command line.
  static let timeouts = 0.1...600

  /// The valid sizes of the metadata cache in MB.
  static let cacheSizes: ClosedRange<Double> = 1...100_000

  /// The valid ages of wheels in days.
  static let wheelUpdates: ClosedRange<Double> = 0...365

  /// The maximum size of the metadata cache in bytes.
  var cacheLimit: Int { Int(cacheSize * 1_000_000) }

  /// Returns whether the screen is for screen readers. The command line comes first, then
  /// `RAYLETTE_ACCESSIBLE`, then `ACCESSIBLE`, where any value other than 0 means yes, then the
  /// config file.
  /// - Parameter override: The option on the command line.
  func isAccessible(override: Bool? = nil, environment: [String: String]) -> Bool {
    if let override { return override }
    if SettingVariables(environment: environment).contains("accessible") { return accessible }
    guard let value = environment["ACCESSIBLE"], !value.isEmpty else { return accessible }
    return value != "0"
  }

  /// Sends everything that's fetched from now on through ``proxy``, if it's set.
  func useProxy(environment: [String: String]) {
    guard proxy != nil else { return }
    ProxySettings(environment: fetchEnvironment(environment)).apply()
  }

  /// Returns the environment as fetches see it: with ``proxy`` instead of the variables for proxies.
  /// `no_proxy` stays.
  func fetchEnvironment(_ environment: [String: String]) -> [String: String] {
    guard let proxy else { return environment }
    return environment.merging(["http_proxy": proxy.text, "https_proxy": proxy.text]) { $1 }
  }

  /// Returns a theme by name, or nil if there's none. Reads its file if it has one.
  func theme(named name: String) throws(ConfigurationError) -> ThemeChoice? {
    if let own = themes[name] { return .own(own) }
    if let builtIn = ThemeChoice.builtIn.first(where: { $0.name == name }) { return builtIn.choice }
    return try themeFolder?.colors(named: name).map { .own($0) }
  }

  var themeNames: [String] {
    let own = Set(themes.keys).union(themeFolder?.names ?? [])
    let builtIn = ThemeChoice.builtIn.map(\.name)
    return builtIn + own.subtracting(builtIn).sorted()
  }
}
