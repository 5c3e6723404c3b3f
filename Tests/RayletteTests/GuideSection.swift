import Localization
import RayletteApp

@testable import raylette

/// The sections of the guide that are written from the texts of the program, as the manual is.
enum GuideSection: String, CaseIterable {
  case pages, keys, commands, options, settings, environment
  case dailyKeys = "daily keys"
  case exitCodes = "exit codes"

  func lines(on page: GuidePage) throws -> [String] {
    switch self {
    case .pages: [try Self.navigation(on: page)]
    case .dailyKeys: Self.dailyKeyTable
    case .keys: Self.keyTable
    case .commands: Self.commandTable
    case .options: Self.optionTable
    case .settings: Self.settingList
    case .environment: Self.variableTable
    case .exitCodes: Self.exitCodeTable
    }
  }

  /// Links to all pages.
  private static func navigation(on page: GuidePage) throws -> String {
    let all = try Guide.pages()
    return all.filter { $0.path != "README.md" || page.path != "README.md" }.map { other in
      if other.path == page.path { return "**\(other.title)**" }
      return "[\(other.title)](\(path(to: other, from: page)))"
    }
    .joined(separator: " · ")
  }

  private static func path(to other: GuidePage, from page: GuidePage) -> String {
    if page.path == "README.md" { return other.path }
    if other.path == "README.md" { return "../../README.md" }
    return String(other.path.dropFirst(Guide.folder.count + 1))
  }

  private static func table(_ heading: [String], _ rows: [[String]]) -> [String] {
    ([heading, heading.map { _ in "---" }] + rows).map { row in
      "| \(row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }
  }
}

/// Keys.
extension GuideSection {
  /// The commands that are enough to use the program.
  private static let dailyCommands = [
    ("spin.next", "spin the wheel"), ("link.open", "open the link in the browser"),
    ("link.read", "read its page here; `h` goes back"), ("spin.save", "save the link"),
    ("app.switch-tab", "go to the saved links, and back"),
    ("saved.remove", "take it out of them, into the trash"),
    ("link.tag", "tag it"), ("saved.filter", "find, as you type; on Spin, spin one topic"),
    ("reader.mark", "mark its page as read or unread"), ("saved.undo", "undo the last change"),
    ("app.help", "help: what else there is"), ("app.palette", "all commands"), ("app.quit", "quit"),
  ]

  /// The first key of each, in their order.
  static var dailyCommandKeys: [String] {
    dailyCommands.map { name, _ in
      DocumentedCommand.all.first { $0.name == name }?.keys.first
        ?? "no command is called \(name)"
    }
  }

  private static var dailyKeyTable: [String] {
    table(
      ["key", "what it does"],
      zip(dailyCommandKeys, dailyCommands).map { key, command in ["`\(key)`", command.1] })
  }

  /// One row a command, in the order of the help.
  private static var keyTable: [String] {
    table(
      ["key", "where", "what it does", "command"],
      DocumentedCommand.all.map { command in
        [
          command.keys.map { "`\($0)`" }.joined(separator: " "),
          command.places.joined(separator: ", "), command.help, "`\(command.name)`",
        ]
      })
  }
}

/// Commands.
extension GuideSection {
  private static var commandTable: [String] {
    guard let root = CommandTree.root else { return [] }
    let commands = root.commands.filter { $0.name != "help" }.flatMap { leaves(of: $0, "raylette") }
    return table(
      ["command", "what it does", "options"],
      commands.map { path, command in
        let arguments = command.arguments.filter(\.isDocumented)
        let values = arguments.filter { $0.kind == .positional }.map(\.placeholder)
        // The options of the screen have a table of their own.
        let options =
          command.name == root.defaultName
          ? ["those of the screen"]
          : arguments.filter { $0.kind != .positional }
            .compactMap { $0.optionNames.max { $0.count < $1.count }.map { "`\($0)`" } }
        return [
          "`\(([path] + values).joined(separator: " "))`", command.abstract,
          options.joined(separator: " "),
        ]
      })
  }

  /// - Returns: the commands that do something, with their paths. The name of a command that runs
  ///   if none is named is in brackets.
  private static func leaves(
    of command: CommandTree, _ path: String, isDefault: Bool = false
  ) -> [(path: String, command: CommandTree)] {
    let path = "\(path) \(isDefault ? "[\(command.name)]" : command.name)"
    guard !command.commands.isEmpty else { return [(path, command)] }
    return command.commands.flatMap {
      leaves(of: $0, path, isDefault: $0.name == command.defaultName)
    }
  }

  private static var optionTable: [String] {
    var arguments = (CommandTree.root?.defaultCommand?.arguments ?? []).filter(\.isDocumented)[...]
    var rows: [[String]] = []
    while let argument = arguments.popFirst() {
      var names = argument.optionNames.sorted { $0.count < $1.count }
      if let next = arguments.first, next.isOpposite(of: argument) {
        names += arguments.removeFirst().optionNames
      }
      let value = argument.kind == .option ? " \(argument.value)" : ""
      rows.append([names.map { "`\($0)\(value)`" }.joined(separator: " "), argument.text])
    }
    return table(["option", "what it does"], rows)
  }

  private static var exitCodeTable: [String] {
    table(["code", "meaning"], Mdoc.exitCodes.map { ["`\($0.code)`", $0.text] })
  }
}

/// Settings.
extension GuideSection {
  private static var settingList: [String] {
    let lines = ConfigurationTemplate().entries.flatMap { entry -> [String] in
      guard let setting = Setting.all.first(where: { $0.key == entry.key }) else { return [] }
      let example = ["```yaml", "\(entry.key):"] + entry.example + ["```", ""]
      let type = setting.type.text.prefix(1).uppercased() + setting.type.text.dropFirst()
      return ["### \(entry.key)", "", entry.text, ""] + (entry.example.isEmpty ? [] : example)
        + ["\(type). \(SettingsPage.facts(of: setting))", ""]
    }
    return Array(lines.dropLast())
  }

  private static var variableTable: [String] {
    table(
      ["variable", "what it does"],
      Mdoc.variables.map { names, text in
        [names.map { "`\($0)`" }.joined(separator: " "), text]
      })
  }
}

extension CommandTree.Argument {
  /// The value in capitals: `ADDRESS`.
  fileprivate var value: String { (valueName ?? "").uppercased().replacing(" OR ", with: "|") }

  fileprivate var placeholder: String {
    let text = value + (isRepeating ? "…" : "")
    return isOptional ? "[\(text)]" : text
  }
}
