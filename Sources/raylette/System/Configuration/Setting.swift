import Localization
import LinkExchange
import RayletteRuntime
import RayletteApp

/// A setting: a key of the config file. This one list serves the file's reader, the variables, the
/// manual and `raylette config show`.
struct Setting: Sendable {
  let key: String
  /// The type of the value: `true or false`.
  let type: LocalizedText
  /// Whether a variable can set it. True for values that are a single word or number.
  var hasVariable = true
  /// Reads a value into a configuration, and adds its problems.
  let read: @Sendable (YAMLValue, inout Configuration, inout [ConfigurationError]) -> Void
  /// Returns the value for `config show`.
  let value: @Sendable (Configuration) -> SettingValue

  /// The environment variable that overrides the file: `RAYLETTE_TIMEOUT`.
  var variable: String? {
    hasVariable ? SettingVariables.prefix + key.uppercased().replacing("-", with: "_") : nil
  }

  private static let keysWithValues = LocalizedText("keys with values")

  static let all: [Setting] = [
    Setting("wheel", LocalizedText("a name, a file or an address"), \.wheel) {
      value throws(ConfigurationError) in
      try value.text()
    } display: {
      .text($0)
    },
    number("timeout", \.timeout, in: Configuration.timeouts),
    bool("mouse", \.mouse),
    bool("animation", \.animation),
    bool("tips", \.tips),
    bool("accessible", \.accessible),
    word("images", \.images),
    word("bidi", \.bidi),
    word("language", \.language),
    // Set last by the reader, because it may come before the theme's definition in the file.
    Setting(key: "theme", type: LocalizedText("a name")) { value, configuration, problems in
      let names = configuration.themeNames
      let name = problems.collect { () throws(ConfigurationError) in try value.word(of: names) }
      if let name { configuration.theme = name }
    } value: {
      .text($0.theme)
    },
    Setting(key: "themes", type: keysWithValues, hasVariable: false) {
      $1.themes = ConfigurationReader.ownThemes($0, &$2)
    } value: {
      .object($0.themes.mapValues { .object($0) })
    },
    Setting(key: "share", type: LocalizedText("a list of commands"), hasVariable: false) {
      $1.share = ConfigurationReader.share($0, &$2)
    } value: {
      .list($0.share.map(SettingValue.init))
    },
    Setting("density", LocalizedText("1, 2 or 3"), \.density) { value throws(ConfigurationError) in
      let words = ListView.Density.allCases.map { String($0.rawValue) }
      return .init(rawValue: Int(try value.word(of: words)) ?? 0)
    } display: {
      $0.map { .number(Double($0.rawValue)) } ?? .null
    },
    number("cache-size", \.cacheSize, in: Configuration.cacheSizes),
    Setting(key: "searches", type: keysWithValues, hasVariable: false) {
      $1.searches = ConfigurationReader.searches($0, &$2)
    } value: {
      .object(Dictionary($0.searches.map { ($0.name, .text($0.filter)) }) { $1 })
    },
    Setting(key: "keys", type: keysWithValues, hasVariable: false) {
      $1.keys = ConfigurationReader.keyChanges($0, &$2)
    } value: {
      .object(Dictionary($0.keys.map { ($0.chord.name, .init($0.commands)) }) { $1 })
    },
    word("tab", \.tab),
    bool("prefetch", \.prefetch),
    number("wheel-update", \.wheelUpdate, in: Configuration.wheelUpdates, isOfDays: true),
    Setting(Configuration.keepKey, words(of: KeepPolicy.self), \.keep) {
      value throws(ConfigurationError) in
      try value.word(of: KeepPolicy.allCases)
    } display: {
      $0.map { .text($0.rawValue) } ?? .null
    },
    Setting("browser", LocalizedText("a command"), \.browser) { value throws(ConfigurationError) in
      try ConfigurationReader.browser(value)
    } display: {
      $0.map { .text($0) } ?? .null
    },
    Setting(key: "sync", type: keysWithValues, hasVariable: false) {
      $1.sync = SyncSettings($0, &$2)
    } value: {
      .object($0.sync.values)
    },
    Setting("proxy", LocalizedText("an address"), \.proxy) { value throws(ConfigurationError) in
      try ConfigurationReader.proxy(value)
    } display: {
      $0.map { .text($0.displayText) } ?? .null
    },
  ]
}

extension Setting {
  private typealias Property<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  /// Creates a setting that is a single property, and whose value is either completely valid or
  /// not.
  private init<Value>(
    _ key: String, _ type: LocalizedText, _ property: Property<Value>,
    read: @escaping @Sendable (YAMLValue) throws(ConfigurationError) -> Value,
    display: @escaping @Sendable (Value) -> SettingValue
  ) {
    self.init(key: key, type: type) { value, configuration, problems in
      let new = problems.collect { () throws(ConfigurationError) in try read(value) }
      if let new { configuration[keyPath: property] = new }
    } value: {
      display($0[keyPath: property])
    }
  }

  private static func bool(_ key: String, _ property: Property<Bool>) -> Setting {
    Setting(key, LocalizedText("true or false"), property) { value throws(ConfigurationError) in
      try value.bool()
    } display: {
      .bool($0)
    }
  }

  private static func number(
    _ key: String, _ property: Property<Double>, in range: ClosedRange<Double>,
    isOfDays: Bool = false
  ) -> Setting {
    let ends = [range.lowerBound, range.upperBound].map {
      $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    }
    let type: LocalizedText =
      isOfDays
      ? LocalizedText("a number of days, \(ends[0]) to \(ends[1])")
      : LocalizedText("a number, \(ends[0]) to \(ends[1])")
    return Setting(key, type, property) {
      value throws(ConfigurationError) in
      try value.number(in: range)
    } display: {
      .number($0)
    }
  }

  private static func word<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ key: String, _ property: Property<Value>
  ) -> Setting {
    let values = Array(Value.allCases)
    return Setting(key, words(of: Value.self), property) { value throws(ConfigurationError) in
      try value.word(of: values)
    } display: {
      .text($0.rawValue)
    }
  }

  /// `text, pictures or off`.
  private static func words<Value: CaseIterable & RawRepresentable<String>>(
    of type: Value.Type
  ) -> LocalizedText {
    let words = type.allCases.map(\.rawValue)
    return LocalizedText("\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")")
  }
}
