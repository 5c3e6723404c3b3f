import Favorites
import LinkExchange
import LinkPreview
import Links
import Localization
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
    try problems.throwFirst()
    return configuration
  }

  /// Parses the valid parts of a configuration, and returns all problems, sorted by line. Settings
  /// with problems get their defaults. Text that isn't YAML has a single problem.
  func checked(_ yaml: String) -> (Configuration, problems: [ConfigurationError]) {
    var configuration = Configuration(themeFolder: themeFolder)
    let problems = ConfigurationProblems()
    let own = root(of: yaml, problems)?.fields(known: Self.keys) ?? []
    var fields = own + variables.fields(problems)
    // Keeps the order of the file, except that the theme comes last, because it may come before its
    // definition.
    fields = fields.filter { $0.key != "theme" } + fields.filter { $0.key == "theme" }
    for (key, value) in fields where !value.isEmpty {
      Setting.all.first { $0.key == key }?.read(value, &configuration)
    }
    return (configuration, problems.byLine)
  }

  /// Returns the settings in the file with their values, in the order of the file.
  func fields(of yaml: String) throws(ConfigurationError) -> [(key: String, value: YAMLValue)] {
    let problems = ConfigurationProblems()
    let fields = root(of: yaml, problems)?.fields(known: Self.keys) ?? []
    try problems.all.throwFirst()
    return fields
  }

  /// Returns nil for an empty file, or one that isn't YAML.
  private func root(of yaml: String, _ problems: ConfigurationProblems) -> YAMLValue? {
    do {
      let root = try Yams.compose(yaml: yaml).map {
        YAMLValue(file: file, node: $0, name: YAMLValue.root, problems: problems)
      }
      return root?.isEmpty == true ? nil : root
    } catch {
      problems.add(problem(error as? YamlError, in: yaml))
      return nil
    }
  }

  private func problem(_ error: YamlError?, in yaml: String) -> ConfigurationError {
    let notYAML = localized("is no YAML")
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return ConfigurationError(
        file: file, line: mark.line, column: mark.column,
        problem: PlainText.folded(problem) ?? notYAML)
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.compactMap { PlainText.folded($0) }.sorted().list
      return ConfigurationError(
        file: file, line: context.mark.line, column: context.mark.column,
        problem: localized("more than one \(names)"))
    case .reader(let problem, let offset, _, _):
      // The file's lines before the unreadable character.
      let lines = yaml.prefix(offset ?? 0).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return ConfigurationError(
        file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1,
        problem: problem)
    default: return ConfigurationError(file: file, problem: notYAML)
    }
  }

  static func browser(_ value: YAMLValue) -> String? {
    guard let text = value.text() else { return nil }
    let programs = CommandLineSplitter.commands(in: text, separator: ":").map { $0.words[0] }
    guard !programs.isEmpty, !programs.contains(where: { $0.contains("%s") }) else {
      return value.fail(
        localized("\(value.name) takes a program, or a command such as \"firefox -P work %s\""))
    }
    return text
  }

  static func proxy(_ value: YAMLValue) -> ProxyAddress? {
    // The error doesn't show the value, because it may contain a password.
    value.text().flatMap {
      ProxyAddress($0)
        ?? value.fail(localized("\(value.name) takes http://HOST:PORT or socks5://HOST:PORT"))
    }
  }

  static func searches(_ value: YAMLValue) -> [SavedSearch] {
    value.fields(known: nil).compactMap { name, filter in
      guard let text = filter.line(limit: PlainText.limit) else { return nil }
      guard !SavedFilter(text).isEmpty else {
        return filter.fail(
          localized("\(filter.name) takes what to search for, such as \"#swift is:unread\""))
      }
      return filter.line(of: name, limit: nameLimit).map { SavedSearch(name: $0, filter: text) }
    }
  }

  /// Parses the valid parts of a theme file, and returns all problems, sorted by line.
  func checkedColors(_ yaml: String) -> (ThemeColors, problems: [ConfigurationError]) {
    let problems = ConfigurationProblems()
    let colors = root(of: yaml, problems).map(Self.colors) ?? [:]
    return (colors, problems.byLine)
  }

  static func ownThemes(_ value: YAMLValue) -> [String: ThemeColors] {
    var themes: [String: ThemeColors] = [:]
    for (name, theme) in value.fields(known: nil) {
      if ThemeChoice.builtIn.contains(where: { $0.name == name }) {
        theme.report(
          localized("the theme \(name) comes with the program; another name is needed"))
      } else {
        themes[name] = colors(theme)
      }
    }
    return themes
  }

  private static func colors(_ theme: YAMLValue) -> ThemeColors {
    var colors: ThemeColors = [:]
    for (key, value) in theme.fields(known: ThemePart.allCases.map(\.rawValue)) {
      guard let part = ThemePart(rawValue: key), let text = value.text() else { continue }
      colors[part] =
        Color(text)
        ?? value.fail(
          localized(
            """
            \(key) takes a name (\(Color.names.prefix(8).list), bright-…, \
            default), a number of the palette, 0 to 255, or "#rrggbb"
            """))
    }
    return colors
  }

  static func share(_ value: YAMLValue) -> [ShareCommand] {
    let items = value.items(localized("a list of commands, each with name and command"))
    return (items ?? []).compactMap { item in
      var command = ShareCommand(name: "", arguments: [])
      let count = item.problems.all.count
      for (key, value) in item.fields(known: ["name", "command", "terminal"]) {
        switch key {
        case "name": command.name = value.line(limit: nameLimit) ?? ""
        case "command": command.arguments = words(value) ?? []
        default: command.usesTerminal = value.bool() ?? false
        }
      }
      // The missing key may be the one with the mistake.
      guard item.problems.all.count == count else { return nil }
      if command.name.isEmpty || command.arguments.isEmpty {
        return item.fail(localized("share needs a name and a command in each of its items"))
      }
      return command
    }
  }

  private static func words(_ value: YAMLValue) -> [String]? {
    var words: [String] = []
    // The error explains the form in detail, because people try a shell command line first.
    let items = value.items(
      localized("a list of words, as [mail, -s, \"{title}\"]; there is no shell"))
    guard let items else { return nil }
    for item in items {
      guard let word = item.node.scalar?.string, !word.contains("\0") else {
        return item.fail(localized("command takes a list of words"))
      }
      words.append(word)
    }
    guard let program = words.first, !program.isEmpty, !program.contains("{") else {
      return value.fail(localized("command needs a program as its first word"))
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
  func throwFirst() throws(ConfigurationError) {
    if let first { throw first }
  }
}

/// The problems of a file, which its values add while they're read.
final class ConfigurationProblems {
  private(set) var all: [ConfigurationError] = []

  func add(_ problem: ConfigurationError) { all.append(problem) }

  /// The problems sorted by position. Those without a position come last.
  var byLine: [ConfigurationError] {
    all.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      return (first.line ?? .max, first.column ?? .max, a.offset)
        < (second.line ?? .max, second.column ?? .max, b.offset)
    }.map(\.element)
  }
}
