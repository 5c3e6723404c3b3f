import Favorites
import LinkExchange
import Links
import Localization
package import Markup
import RayletteApp
import TerminalGrid

/// A setting: a key of the config file. This one list serves the file's reader, the variables, the
/// manual and `raylette config show`.
struct Setting: Sendable {
  let key: String
  /// The type of the value: `true or false`.
  let type: LocalizedText
  /// Whether a variable can set it. True for values that are a single word or number.
  var hasVariable = true
  /// Reads a value into a configuration, and adds its problems.
  let read: @Sendable (YAMLValue, inout Configuration) -> Void
  /// Returns the value for `config show`.
  let value: @Sendable (Configuration) -> JSONValue

  /// The environment variable that overrides the file: `RAYLETTE_TIMEOUT`.
  var variable: String? {
    hasVariable ? SettingVariables.prefix + key.uppercased().replacing("-", with: "_") : nil
  }

  private static let keysWithValues = LocalizedText("keys with values")

  static let all: [Setting] = [
    Setting("wheel", LocalizedText("a name, a file or an address"), \.wheel) { $0.text() },
    number("timeout", \.timeout, in: Configuration.timeouts),
    bool("mouse", \.mouse),
    bool("animation", \.animation),
    bool("tips", \.tips),
    bool("accessible", \.accessible),
    word("images", \.images),
    word("bidi", \.bidi),
    word("language", \.language),
    // Set last by the reader, because it may come before the theme's definition in the file.
    Setting(key: "theme", type: LocalizedText("a name")) {
      $1.theme = $0.word(of: $1.themeNames) ?? $1.theme
    } value: {
      $0.theme.json
    },
    Setting(key: "themes", type: keysWithValues, hasVariable: false) {
      $1.themes = ConfigurationReader.ownThemes($0)
    } value: {
      JSONObject($0.themes.map { ($0, JSONObject($1.map { ($0.rawValue, $1.json) })) }).json
    },
    Setting(key: "share", type: LocalizedText("a list of commands"), hasVariable: false) {
      $1.share = ConfigurationReader.share($0)
    } value: {
      $0.share.json
    },
    Setting("density", LocalizedText("1 or 2"), optional: \.density) {
      let words = ListView.Density.allCases.map { String($0.rawValue) }
      return $0.word(of: words).flatMap { Int($0) }.flatMap(ListView.Density.init)
    } display: {
      $0.rawValue.json
    },
    number("cache-size", \.cacheSize, in: Configuration.cacheSizes),
    Setting(key: "searches", type: keysWithValues, hasVariable: false) {
      $1.searches = ConfigurationReader.searches($0)
    } value: {
      JSONObject($0.searches.map { ($0.name, $0.filter) }).json
    },
    Setting(key: "keys", type: keysWithValues, hasVariable: false) {
      $1.keys = ConfigurationReader.keyChanges($0)
    } value: {
      JSONObject($0.keys.map { ($0.chord.name, json(ofCommands: $0.commands)) }).json
    },
    word("tab", \.tab),
    bool("prefetch", \.prefetch),
    number("wheel-update", \.wheelUpdate, in: Configuration.wheelUpdates, isOfDays: true),
    Setting(Configuration.keepKey, words(of: KeepPolicy.self), optional: \.keep) {
      $0.word(of: KeepPolicy.self)
    } display: {
      $0.rawValue.json
    },
    Setting("browser", LocalizedText("a command"), optional: \.browser) {
      ConfigurationReader.browser($0)
    } display: {
      $0.json
    },
    Setting(key: "sync", type: keysWithValues, hasVariable: false) {
      $1.sync = SyncSettings($0)
    } value: {
      $0.sync.json
    },
    Setting("proxy", LocalizedText("an address"), optional: \.proxy) {
      ConfigurationReader.proxy($0)
    } display: {
      $0.displayText.json
    },
  ]
}

extension Setting {
  private typealias Property<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  /// Creates a setting that is a single property, and whose value is either completely valid or
  /// not.
  private init<Value>(
    _ key: String, _ type: LocalizedText, _ property: Property<Value>,
    read: @escaping @Sendable (YAMLValue) -> Value?,
    display: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.init(key: key, type: type) { value, configuration in
      if let new = read(value) { configuration[keyPath: property] = new }
    } value: {
      display($0[keyPath: property])
    }
  }

  private init<Value>(
    _ key: String, _ type: LocalizedText, optional property: Property<Value?>,
    read: @escaping @Sendable (YAMLValue) -> Value?,
    display: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.init(key: key, type: type) { value, configuration in
      if let new = read(value) { configuration[keyPath: property] = new }
    } value: {
      $0[keyPath: property].map(display) ?? .null
    }
  }

  private init<Value: JSONRepresentable & SendableMetatype>(
    _ key: String, _ type: LocalizedText, _ property: Property<Value>,
    read: @escaping @Sendable (YAMLValue) -> Value?
  ) {
    self.init(key, type, property, read: read) { $0.json }
  }

  private static func bool(_ key: String, _ property: Property<Bool>) -> Setting {
    Setting(key, LocalizedText("true or false"), property) { $0.bool() }
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
    return Setting(key, type, property) { $0.number(in: range) }
  }

  private static func word<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ key: String, _ property: Property<Value>
  ) -> Setting {
    Setting(key, words(of: Value.self), property) {
      $0.word(of: Value.self)
    } display: {
      $0.rawValue.json
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

extension Setting {
  /// The commands of a key.
  private static func json(ofCommands commands: [String]) -> JSONValue {
    switch commands.count {
    case 0: "none".json
    case 1: commands[0].json
    default: commands.json
    }
  }
}

extension JSONValue {
  /// The value on one line in the form of the config file: JSON, except that texts have no quotes.
  var configLine: String {
    if case .string(let text) = self { return text }
    return self == .null ? "" : line
  }
}

extension ShareCommand: JSONRepresentable {
  package var json: JSONValue {
    (["name": name, "command": arguments, "terminal": usesTerminal] as JSONObject).json
  }
}

extension Color: JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .terminalDefault: "default".json
    case .palette(let index):
      index < Color.names.count ? Color.names[Int(index)].json : Int(index).json
    case .rgb(let red, let green, let blue):
      "#\([red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())".json
    }
  }
}
