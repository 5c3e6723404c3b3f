import RayletteApp
import TerminalGrid

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
    Setting(key: "wheel", type: "a name or a file") { .text($0.wheel) },
    Setting(key: "timeout", type: "a number, \(text(of: Configuration.timeouts))") {
      .number($0.timeout)
    },
    Setting(key: "mouse", type: "true or false") { .bool($0.mouse) },
    Setting(key: "animation", type: "true or false") { .bool($0.animation) },
    Setting(key: "accessible", type: "true or false") { .bool($0.accessible) },
    Setting(key: "images", type: text(of: ImagePolicy.allCases)) { .text($0.images.rawValue) },
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
    Setting(key: "browser", type: "a command") { $0.browser.map { .text($0) } ?? .null },
    Setting(key: "proxy", type: "an address") { $0.proxy.map { .text($0.shownText) } ?? .null },
  ]
}

/// A setting's value, as JSON has it.
indirect enum SettingValue: Encodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([SettingValue])
  case object([String: SettingValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    // Writes 5 instead of 5.0.
    case .number(let value):
      if let whole = Int(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// The value on one line as the config file has it: JSON, but a text without quotes.
  var line: String {
    get throws {
      if case .text(let text) = self { return text }
      return self == .null ? "" : try JSONLine.text(of: self)
    }
  }
}

extension SettingValue {
  /// The commands of a key.
  fileprivate init(_ commands: [String]) {
    switch commands.count {
    case 0: self = .text("none")
    case 1: self = .text(commands[0])
    default: self = .list(commands.map { .text($0) })
    }
  }

  fileprivate init(_ command: ShareCommand) {
    self = .object([
      "name": .text(command.name), "command": .list(command.arguments.map { .text($0) }),
      "terminal": .bool(command.usesTerminal),
    ])
  }

  fileprivate static func object(_ colors: ThemeColors) -> SettingValue {
    .object(Dictionary(colors.map { ($0.rawValue, SettingValue($1)) }) { $1 })
  }

  fileprivate init(_ color: Color) {
    switch color {
    case .terminalDefault: self = .text("default")
    case .palette(let index):
      self = index < Color.names.count ? .text(Color.names[Int(index)]) : .number(Double(index))
    case .rgb(let red, let green, let blue):
      let digits = [red, green, blue].map { channel in
        (channel < 16 ? "0" : "") + String(channel, radix: 16)
      }
      self = .text("#" + digits.joined())
    }
  }
}
