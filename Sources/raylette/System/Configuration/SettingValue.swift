import Links
import RayletteApp
import TerminalGrid

/// A setting's value in the form of JSON.
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

  /// The value on one line in the form of the config file: JSON, except that texts have no quotes.
  var line: String {
    get throws {
      if case .text(let text) = self { return text }
      return self == .null ? "" : try JSONLine.text(of: self)
    }
  }
}

extension SettingValue {
  /// The commands of a key.
  init(_ commands: [String]) {
    switch commands.count {
    case 0: self = .text("none")
    case 1: self = .text(commands[0])
    default: self = .list(commands.map { .text($0) })
    }
  }

  init(_ command: ShareCommand) {
    self = .object([
      "name": .text(command.name), "command": .list(command.arguments.map { .text($0) }),
      "terminal": .bool(command.usesTerminal),
    ])
  }

  static func object(_ colors: ThemeColors) -> SettingValue {
    .object(Dictionary(colors.map { ($0.rawValue, SettingValue($1)) }) { $1 })
  }

  init(_ color: Color) {
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
