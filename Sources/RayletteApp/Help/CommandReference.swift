import Localization

/// A command of the key map, for the guide and the manual.
package struct DocumentedCommand: Hashable, Sendable {
  /// The name for the config file.
  package let name: String
  /// The standard keys, the most important first.
  package let keys: [String]
  /// The screens where it exists.
  package let places: [String]
  /// The text about the command.
  package let help: String

  /// All commands, in the order of the help.
  package static var all: [DocumentedCommand] {
    let standard = KeyMap.standard
    var commands: [String] = []
    for section in Command.Section.allCases.map(Optional.some) + [nil] {
      for command in standard
      where command.section == section && !commands.contains(command.name) {
        commands.append(command.name)
      }
    }
    // All nine are alike.
    commands.removeAll { $0.hasPrefix("share.command-") && !$0.hasSuffix("1") }
    return commands.map { DocumentedCommand($0, in: standard) }
  }

  private init(_ name: String, in standard: [Command]) {
    let all = standard.filter { $0.name == name }
    let commands = all.filter { $0.section != nil } + all.filter { $0.section == nil }
    var keys: [String] = []
    for key in commands.flatMap(\.labels).map(Self.spelledOut) where !keys.contains(key) {
      keys.append(key)
    }
    let screens = commands.reduce(into: Set<Focus>()) { $0.formUnion($1.screens) }
    self.name = name
    self.keys = keys
    places = Focus.allCases.filter(screens.contains).map(\.name)
    help = commands.first?.help ?? ""
  }

  private static func spelledOut(_ label: String) -> String {
    if label.hasPrefix("^"), label.count == 2 { return "Ctrl-\(label.dropFirst())" }
    return label.hasPrefix("M-") ? "Alt-\(label.dropFirst(2))" : label
  }
}

/// The parts of a filter, for the manual.
package enum FilterReference {
  package static var entries: [(text: String, help: String)] {
    HelpSection.filter.entries.map { ($0.label, $0.text) }
  }
}

extension Focus {
  fileprivate var name: String {
    switch self {
    case .spin: localized("Spin")
    case .saved: localized("Saved")
    case .sidebar: localized("sidebar")
    case .details: localized("details")
    case .sync: localized("sync")
    case .help: localized("help")
    case .reader: localized("reader")
    case .sharing: localized("share sheet")
    case .address: localized("address, QR code")
    case .question: localized("question")
    case .chooser: localized("lists")
    case .palette: localized("palette")
    }
  }
}
