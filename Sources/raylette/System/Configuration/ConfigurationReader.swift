import Localization
import RayletteRuntime
import LinkExchange
import ChildProcesses
import LinkPreview
import Links
import Markup
import RayletteApp
import TerminalGrid
import Yams

/// Parses a configuration, and reports errors with their line.
///
/// Reads the node tree instead of using `Codable`, because `Codable`'s errors have no lines and it
/// ignores unknown keys.
struct ConfigurationReader {
  let file: String
  /// The theme files that the configuration may name.
  var themeFolder: ThemeFolder?
  /// The environment variables that override the file.
  var variables = SettingVariables()

  static let keys = Setting.all.map(\.key)
  /// The maximum characters of a name that the user gives to something.
  private static let nameLimit = 60

  /// Parses a configuration. Throws its first problem.
  func configuration(from yaml: String) throws(ConfigurationError) -> Configuration {
    let (configuration, problems) = checked(yaml)
    if let first = problems.first { throw first }
    return configuration
  }

  /// Parses the valid parts of a configuration, and returns all problems, sorted by line. Settings
  /// with problems get their defaults. Text that isn't YAML has a single problem.
  func checked(_ yaml: String) -> (Configuration, problems: [ConfigurationError]) {
    var configuration = Configuration(themeFolder: themeFolder)
    var problems: [ConfigurationError] = []
    let root =
      problems.collect { () throws(ConfigurationError) in
        try self.root(of: yaml)
      } ?? nil
    var fields = variables.fields
    if let root, !root.isEmpty { fields = root.fields(known: Self.keys, &problems) + fields }
    // Keeps the order of the file, except that the theme comes last, because it may come before its
    // definition.
    fields = fields.filter { $0.key != "theme" } + fields.filter { $0.key == "theme" }
    for (key, value) in fields where !value.isEmpty {
      Setting.all.first { $0.key == key }?.read(value, &configuration, &problems)
    }
    return (configuration, problems.byLine)
  }

  /// Returns the settings in the file with their values, in the order of the file.
  func fields(of yaml: String) throws(ConfigurationError) -> [(key: String, value: YAMLValue)] {
    guard let root = try root(of: yaml), !root.isEmpty else { return [] }
    return try root.fields(known: Self.keys)
  }

  private static var notYAML: String { localized("is no YAML") }

  private func root(of yaml: String) throws(ConfigurationError) -> YAMLValue? {
    do {
      return try Yams.compose(yaml: yaml).map {
        YAMLValue(file: file, node: $0, name: YAMLValue.root)
      }
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw ConfigurationError(
          file: file, line: mark.line, column: mark.column,
          problem: PlainText.folded(problem) ?? Self.notYAML)
      case .duplicatedKeysInMapping(let keys, let context):
        let names = keys.compactMap { PlainText.folded($0) }.sorted().list
        throw ConfigurationError(
          file: file, line: context.mark.line, column: context.mark.column,
          problem: localized("more than one \(names)"))
      case .reader(let problem, let offset, _, _):
        // The file's lines before the unreadable character.
        let lines = yaml.prefix(offset ?? 0).split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        throw ConfigurationError(
          file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1,
          problem: problem)
      default: throw ConfigurationError(file: file, problem: Self.notYAML)
      }
    } catch {
      throw ConfigurationError(file: file, problem: Self.notYAML)
    }
  }

  static func browser(_ value: YAMLValue) throws(ConfigurationError) -> String {
    let text = try value.text()
    let programs = CommandLineSplitter.commands(in: text, separator: ":").map { $0.words[0] }
    guard !programs.isEmpty, !programs.contains(where: { $0.contains("%s") }) else {
      throw value.fail(
        localized("\(value.name) takes a program, or a command such as \"firefox -P work %s\""))
    }
    return text
  }

  static func proxy(_ value: YAMLValue) throws(ConfigurationError) -> ProxyAddress {
    // The error doesn't show the value, because it may contain a password.
    guard let proxy = ProxyAddress(try value.text()) else {
      throw value.fail(localized("\(value.name) takes http://HOST:PORT or socks5://HOST:PORT"))
    }
    return proxy
  }

  static func searches(
    _ value: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> [SavedSearch] {
    var searches: [SavedSearch] = []
    for (name, filter) in value.fields(known: nil, &problems) {
      let text = problems.collect { () throws(ConfigurationError) -> String in
        let text = try filter.line(limit: PlainText.limit)
        guard !SavedFilter(text).isEmpty else {
          throw filter.fail(
            localized("\(filter.name) takes what to search for, such as \"#swift is:unopened\""))
        }
        return text
      }
      guard let text else { continue }
      let line = problems.collect { () throws(ConfigurationError) in
        try filter.line(of: name, limit: nameLimit)
      }
      if let line { searches.append(SavedSearch(name: line, filter: text)) }
    }
    return searches
  }

  /// Parses a theme file: the parts with their colours.
  func colors(from yaml: String) throws(ConfigurationError) -> ThemeColors {
    let (colors, problems) = checkedColors(yaml)
    if let first = problems.first { throw first }
    return colors
  }

  /// Parses the valid parts of a theme file, and returns all problems, sorted by line.
  func checkedColors(_ yaml: String) -> (ThemeColors, problems: [ConfigurationError]) {
    var problems: [ConfigurationError] = []
    let root =
      problems.collect { () throws(ConfigurationError) in
        try self.root(of: yaml)
      } ?? nil
    guard let root, !root.isEmpty else { return ([:], problems) }
    let colors = Self.colors(root, &problems)
    return (colors, problems.byLine)
  }

  static func ownThemes(
    _ value: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> [String: ThemeColors] {
    var themes: [String: ThemeColors] = [:]
    for (name, theme) in value.fields(known: nil, &problems) {
      if ThemeChoice.builtIn.contains(where: { $0.name == name }) {
        problems.append(
          theme.fail(localized("the theme \(name) comes with the program; another name is needed")))
      } else {
        themes[name] = colors(theme, &problems)
      }
    }
    return themes
  }

  private static func colors(
    _ theme: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> ThemeColors {
    var colors: ThemeColors = [:]
    for (key, value) in theme.fields(known: ThemePart.allCases.map(\.rawValue), &problems) {
      let color = problems.collect { () throws(ConfigurationError) -> Color in
        guard let color = Color(try value.text()) else {
          throw value.fail(
            localized(
              """
              \(key) takes a name (\(Color.names.prefix(8).list), bright-…, \
              default), a number of the palette, 0 to 255, or "#rrggbb"
              """))
        }
        return color
      }
      if let part = ThemePart(rawValue: key), let color { colors[part] = color }
    }
    return colors
  }

  static func share(
    _ value: YAMLValue, _ problems: inout [ConfigurationError]
  ) -> [ShareCommand] {
    var commands: [ShareCommand] = []
    let items = problems.collect { () throws(ConfigurationError) in
      try value.items(localized("a list of commands, each with name and command"))
    }
    for item in items ?? [] {
      var command = ShareCommand(name: "", arguments: [])
      let count = problems.count
      for (key, value) in item.fields(known: ["name", "command", "terminal"], &problems) {
        problems.collect { () throws(ConfigurationError) -> Void in
          switch key {
          case "name": command.name = try value.line(limit: nameLimit)
          case "command": command.arguments = try words(value)
          default: command.usesTerminal = try value.bool()
          }
        }
      }
      // The missing key may be the one with the mistake.
      guard problems.count == count else { continue }
      if command.name.isEmpty || command.arguments.isEmpty {
        problems.append(
          item.fail(localized("share needs a name and a command in each of its items")))
      } else {
        commands.append(command)
      }
    }
    return commands
  }

  private static func words(_ value: YAMLValue) throws(ConfigurationError) -> [String] {
    var words: [String] = []
    // The error explains the form in detail, because people try a shell command line first.
    for item in try value.items(
      localized("a list of words, as [mail, -s, \"{title}\"]; there is no shell"))
    {
      guard let word = item.node.scalar?.string, !word.contains("\0") else {
        throw item.fail(localized("command takes a list of words"))
      }
      words.append(word)
    }
    guard let program = words.first, !program.isEmpty, !program.contains("{") else {
      throw value.fail(localized("command needs a program as its first word"))
    }
    return words
  }
}

/// An error in the config file. The description is a one-line message.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The path of the file for messages.
  var file: String
  /// The line, from 1, or nil if the error is about the file itself.
  var line: Int?
  /// The column in Unicode scalars, from 1, or nil if the error is about the file itself.
  var column: Int?
  var problem: String

  var description: String {
    let position = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file)\(position): \(problem)"
  }
}

extension [ConfigurationError] {
  /// Runs a body, and records its error.
  /// - Returns: nil after an error.
  @discardableResult
  mutating func collect<Value>(
    _ body: () throws(ConfigurationError) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      append(error)
      return nil
    }
  }

  /// The errors sorted by position. Errors without a position come last.
  var byLine: [ConfigurationError] {
    enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      return (first.line ?? .max, first.column ?? .max, a.offset)
        < (second.line ?? .max, second.column ?? .max, b.offset)
    }.map(\.element)
  }
}
