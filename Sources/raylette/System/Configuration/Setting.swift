import RayletteApp
import TerminalGrid

/// A setting: a key of the config file. This one list serves the file's reader, the variables and
/// `raylette config show`.
struct Setting: Sendable {
  let key: String
  /// Whether a variable can set it, because its value is a single word or number.
  var hasVariable = true
  /// Returns its value for `config show`.
  let value: @Sendable (Configuration) -> SettingValue

  /// The environment variable that overrides the file: `RAYLETTE_TIMEOUT`.
  var variable: String? {
    hasVariable ? SettingVariables.prefix + key.uppercased().replacing("-", with: "_") : nil
  }

  static let all = [
    Setting(key: "wheel") { .text($0.wheel) },
    Setting(key: "timeout") { .number($0.timeout) },
    Setting(key: "mouse") { .bool($0.mouse) },
    Setting(key: "animation") { .bool($0.animation) },
    Setting(key: "accessible") { .bool($0.accessible) },
    Setting(key: "images") { .text($0.images.rawValue) },
    Setting(key: "theme") { .text($0.theme) },
    Setting(key: "themes", hasVariable: false) { configuration in
      .object(configuration.themes.mapValues { .object($0) })
    },
    Setting(key: "share", hasVariable: false) { .list($0.share.map(SettingValue.init)) },
    Setting(key: "density") { $0.density.map { .number(Double($0.rawValue)) } ?? .null },
    Setting(key: "cache-size") { .number($0.cacheSize) },
    Setting(key: "searches", hasVariable: false) { configuration in
      .object(
        Dictionary(configuration.searches.map { ($0.name, .text($0.filter)) }) { $1 })
    },
    Setting(key: "keys", hasVariable: false) { configuration in
      .object(Dictionary(configuration.keys.map { ($0.chord.label, .init($0.commands)) }) { $1 })
    },
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
