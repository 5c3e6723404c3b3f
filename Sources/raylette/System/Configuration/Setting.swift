import RayletteRuntime
import RayletteApp

/// A setting: a key of the config file. This one list serves the file's reader, the variables and
/// `raylette config show`.
struct Setting: Sendable {
  let key: String
  /// What its value is: `true or false`.
  let type: String
  /// Whether a variable can set it, because its value is a single word or number.
  var hasVariable = true
  /// Returns its value for `config show`.
  let value: @Sendable (Configuration) -> SettingValue

  /// The environment variable that overrides the file: `RAYLETTE_TIMEOUT`.
  var variable: String? {
    hasVariable ? SettingVariables.prefix + key.uppercased().replacing("-", with: "_") : nil
  }

  private static func text(of range: ClosedRange<Double>) -> String {
    let ends = [range.lowerBound, range.upperBound].map {
      $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    }
    return "\(ends[0]) to \(ends[1])"
  }

  /// Returns all values of a type: `auto, cells or never`.
  private static func text<Value: RawRepresentable<String>>(of values: [Value]) -> String {
    let names = values.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
  }

  static let all = [
    Setting(key: "wheel", type: "a name, a file or an address") { .text($0.wheel) },
    Setting(key: "timeout", type: "a number, \(text(of: Configuration.timeouts))") {
      .number($0.timeout)
    },
    Setting(key: "mouse", type: "true or false") { .bool($0.mouse) },
    Setting(key: "animation", type: "true or false") { .bool($0.animation) },
    Setting(key: "accessible", type: "true or false") { .bool($0.accessible) },
    Setting(key: "images", type: text(of: ImagePolicy.allCases)) { .text($0.images.rawValue) },
    Setting(key: "bidi", type: text(of: BidiPolicy.allCases)) { .text($0.bidi.rawValue) },
    Setting(key: "theme", type: "a name") { .text($0.theme) },
    Setting(key: "themes", type: "keys with values", hasVariable: false) { configuration in
      .object(configuration.themes.mapValues { .object($0) })
    },
    Setting(key: "share", type: "a list of commands", hasVariable: false) {
      .list($0.share.map(SettingValue.init))
    },
    Setting(key: "density", type: "1, 2 or 3") {
      $0.density.map { .number(Double($0.rawValue)) } ?? .null
    },
    Setting(key: "cache-size", type: "a number, \(text(of: Configuration.cacheSizes))") {
      .number($0.cacheSize)
    },
    Setting(key: "searches", type: "keys with values", hasVariable: false) { configuration in
      .object(
        Dictionary(configuration.searches.map { ($0.name, .text($0.filter)) }) { $1 })
    },
    Setting(key: "keys", type: "keys with values", hasVariable: false) { configuration in
      .object(Dictionary(configuration.keys.map { ($0.chord.label, .init($0.commands)) }) { $1 })
    },
    Setting(key: "tab", type: text(of: StartTab.allCases)) { .text($0.tab.rawValue) },
    Setting(key: "prefetch", type: "true or false") { .bool($0.prefetch) },
    Setting(key: "wheel-update", type: "a number of days, \(text(of: Configuration.wheelUpdates))")
    {
      .number($0.wheelUpdate)
    },
    Setting(key: "keep", type: text(of: KeepPolicy.allCases)) { .text($0.keep.rawValue) },
    Setting(key: "browser", type: "a command") { $0.browser.map { .text($0) } ?? .null },
    Setting(key: "sync", type: "keys with values", hasVariable: false) {
      .object($0.sync.values)
    },
    Setting(key: "proxy", type: "an address") { $0.proxy.map { .text($0.shownText) } ?? .null },
  ]
}
