import Favorites
import LinkExchange
import LinkFetching
import LinkPreview
import LinkStore
import Links
import RayletteApp
import TerminalGrid

/// The settings in the config file. Settings missing from the file have their default values.
struct Configuration: Equatable, Sendable {
  /// The name of a built-in wheel, or the path of a file.
  var wheel = Wheel.BuiltIn.tutorials.rawValue
  /// The time limit of a fetch in seconds.
  var timeout: Double = 5
  var mouse = true
  var animation = true
  var accessible = false
  var images = ImagePolicy.auto
  var bidi = BidiPolicy.auto
  var language = LanguageSetting.auto
  /// The name of a theme: built-in, in ``themes``, in ``themeFolder``, or bundled.
  var theme = "auto"
  /// The user's themes in the config file, by name.
  var themes: [String: ThemeColors] = [:]
  /// The folder with the user's theme files.
  var themeFolder: ThemeFolder?
  var share: [ShareCommand] = []
  /// The rows for each saved link. Nil keeps the last session's.
  var density: ListView.Density?
  /// The maximum size of the metadata cache in MB (10⁶ bytes).
  var cacheSize: Double = 200
  /// The saved filters by name, for the list of saved searches.
  var searches: [SavedSearch] = []

  /// The changed key bindings.
  var keys: [KeyChange] = []

  /// The tab that the program starts on.
  var tab = StartTab.last
  /// Whether the first starts show a tip about a key.
  var tips = true
  /// Whether the next card is fetched in advance.
  var prefetch = true
  /// The age in days from which a wheel's sources are read again; 0 for never.
  var wheelUpdate: Double = 1
  /// The command that opens links, in the form of `BROWSER`. Nil uses `BROWSER`, or else finds a
  /// browser.
  var browser: String?
  /// The proxy for all fetches. Nil uses the environment's proxies.
  var proxy: ProxyAddress?

  /// The parts of saved links' pages to store. Nil means what was chosen on another device, or else
  /// the text.
  var keep: KeepPolicy?

  /// The settings of the exchange with other devices.
  var sync = SyncSettings()

  /// The settings that other devices get.
  var shared: SharedSettings {
    SharedSettings(
      searches: Dictionary(searches.map { ($0.name, $0.filter) }) { $1 },
      values: keep.map { [Self.keepKey: $0.rawValue] } ?? [:])
  }

  /// Returns the parts of pages to store: by the config file, else as chosen on another device.
  func keepPolicy(in store: SavedLinkStore) -> KeepPolicy {
    keep ?? SyncStore(sharing: store).sharedValue(of: Self.keepKey).flatMap(KeepPolicy.init)
      ?? .text
  }

  static let keepKey = "keep"

  /// The valid time limits in seconds, here and on the command line.
  static let timeouts = 0.1...600

  /// The valid sizes of the metadata cache in MB.
  static let cacheSizes: ClosedRange<Double> = 1...100_000

  /// The valid ages of wheels in days.
  static let wheelUpdates: ClosedRange<Double> = 0...365

  /// The maximum size of the metadata cache in bytes.
  var cacheLimit: Int { Int(cacheSize * 1_000_000) }

  /// Whether the screen is for screen readers. The command line takes precedence, then
  /// `RAYLETTE_ACCESSIBLE`, then `ACCESSIBLE`, where any value other than 0 means yes, then the
  /// config file.
  /// - Parameter override: the option on the command line.
  func isAccessible(override: Bool? = nil, environment: [String: String]) -> Bool {
    if let override { return override }
    if SettingVariables(environment: environment).contains("accessible") { return accessible }
    guard let value = environment["ACCESSIBLE"], !value.isEmpty else { return accessible }
    return value != "0"
  }

  /// Sends all later fetches through ``proxy``, if it's set.
  func useProxy(environment: [String: String]) {
    guard proxy != nil else { return }
    ProxySettings(environment: fetchEnvironment(environment)).apply()
  }

  /// Returns the environment for fetches, in which ``proxy`` replaces the variables for proxies.
  /// `no_proxy` stays.
  func fetchEnvironment(_ environment: [String: String]) -> [String: String] {
    guard let proxy else { return environment }
    return environment.merging(["http_proxy": proxy.text, "https_proxy": proxy.text]) { $1 }
  }

  /// Returns a theme by name, or nil if there's none. Reads the theme's file if it has one.
  func theme(named name: String) throws(ConfigurationError) -> ThemeChoice? {
    if let own = themes[name] { return .own(own) }
    if let builtIn = ThemeChoice.builtIn.first(where: { $0.name == name }) { return builtIn.choice }
    if let colors = try themeFolder?.colors(named: name) { return .own(colors) }
    return try BundledThemes.colors(named: name).map { .own($0) }
  }

  var themeNames: [String] {
    let own = Set(themes.keys).union(themeFolder?.names ?? [])
    let builtIn = ThemeChoice.builtIn.map(\.name) + BundledThemes.names
    return builtIn + own.subtracting(builtIn).sorted()
  }
}
