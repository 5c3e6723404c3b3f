import LinkPreview
import LinkStore
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

  func configuration(from yaml: String) throws(ConfigurationError) -> Configuration {
    var configuration = Configuration(themeFolder: themeFolder)
    var themes: [YAMLValue] = []
    for (key, value) in try fields(of: yaml) + variables.fields where !value.isEmpty {
      switch key {
      case "wheel": configuration.wheel = try value.text()
      case "timeout": configuration.timeout = try value.number(in: Configuration.timeouts)
      case "mouse": configuration.mouse = try value.bool()
      case "animation": configuration.animation = try value.bool()
      case "accessible": configuration.accessible = try value.bool()
      case "images":
        let words = ImagePolicy.allCases.map(\.rawValue)
        configuration.images = .init(rawValue: try value.word(of: words)) ?? .auto
      case "density":
        let words = ListView.Density.allCases.map { String($0.rawValue) }
        configuration.density = .init(rawValue: Int(try value.word(of: words)) ?? 0)
      case "cache-size": configuration.cacheSize = try value.number(in: Configuration.cacheSizes)
      case "searches": configuration.searches = try searches(value)
      case "tab":
        let words = StartTab.allCases.map(\.rawValue)
        configuration.tab = .init(rawValue: try value.word(of: words)) ?? .last
      case "prefetch": configuration.prefetch = try value.bool()
      case "wheel-update":
        configuration.wheelUpdate = try value.number(in: Configuration.wheelUpdates)
      case "keep":
        let words = KeepPolicy.allCases.map(\.rawValue)
        configuration.keep = .init(rawValue: try value.word(of: words)) ?? .text
      case "browser": configuration.browser = try browser(value)
      case "proxy": configuration.proxy = try proxy(value)
      case "sync": configuration.sync = try SyncSettings(value)
      case "keys": configuration.keys = try keyChanges(value)
      case "theme": themes.append(value)
      case "themes": configuration.themes = try ownThemes(value)
      default: configuration.share = try share(value)
      }
    }
    // Reads the theme last, because it may come before the themes in the file.
    for theme in themes { configuration.theme = try theme.word(of: configuration.themeNames) }
    return configuration
  }

  /// Returns the settings in the file with their values, in its order.
  func fields(of yaml: String) throws(ConfigurationError) -> [(key: String, value: YAMLValue)] {
    guard let root = try root(of: yaml), !root.isEmpty else { return [] }
    return try root.fields(known: Self.keys)
  }

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
          problem: PlainText.folded(problem) ?? "is no YAML")
      case .duplicatedKeysInMapping(let keys, let context):
        let names = keys.compactMap { PlainText.folded($0) }.sorted().joined(separator: ", ")
        throw ConfigurationError(
          file: file, line: context.mark.line, column: context.mark.column,
          problem: "more than one \(names)")
      case .reader(let problem, let offset, _, _):
        // The file's lines up to the character that can't be read.
        let lines = yaml.prefix(offset ?? 0).split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        throw ConfigurationError(
          file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1,
          problem: problem)
      default: throw ConfigurationError(file: file, problem: "is no YAML")
      }
    } catch {
      throw ConfigurationError(file: file, problem: "is no YAML")
    }
  }

  private func browser(_ value: YAMLValue) throws(ConfigurationError) -> String {
    let text = try value.text()
    let programs = CommandLineSplitter.lists(in: text, separator: ":").map { $0[0] }
    guard !programs.isEmpty, !programs.contains(where: { $0.contains("%s") }) else {
      throw value.fail("\(value.name) takes a program, or a command such as \"firefox -P work %s\"")
    }
    return text
  }

  private func proxy(_ value: YAMLValue) throws(ConfigurationError) -> ProxyAddress {
    // Without the value, because it may contain a password.
    guard let proxy = ProxyAddress(try value.text()) else {
      throw value.fail("\(value.name) takes http://HOST:PORT or socks5://HOST:PORT")
    }
    return proxy
  }

  private func searches(_ value: YAMLValue) throws(ConfigurationError) -> [SavedSearch] {
    var searches: [SavedSearch] = []
    for (name, filter) in try value.fields(known: nil) {
      let text = PlainText.folded(try filter.text()) ?? ""
      guard !SavedFilter(text).isEmpty else {
        throw filter.fail("\(filter.name) takes what to search for, such as \"#swift is:unopened\"")
      }
      searches.append(SavedSearch(name: PlainText.folded(name, limit: 60) ?? "", filter: text))
    }
    return searches
  }

  /// Parses a theme file: the parts with their colours.
  func colors(from yaml: String) throws(ConfigurationError) -> ThemeColors {
    guard let root = try root(of: yaml), !root.isEmpty else { return [:] }
    return try colors(root)
  }

  private func ownThemes(_ value: YAMLValue) throws(ConfigurationError) -> [String: ThemeColors] {
    var themes: [String: ThemeColors] = [:]
    for (name, theme) in try value.fields(known: nil) {
      guard !ThemeChoice.builtIn.contains(where: { $0.name == name }) else {
        throw theme.fail("the theme \(name) comes with the program; another name is needed")
      }
      themes[name] = try colors(theme)
    }
    return themes
  }

  private func colors(_ theme: YAMLValue) throws(ConfigurationError) -> ThemeColors {
    var colors: ThemeColors = [:]
    for (key, value) in try theme.fields(known: ThemePart.allCases.map(\.rawValue)) {
      guard let color = Color(try value.text()) else {
        throw value.fail(
          "\(key) takes a name (\(Color.names.prefix(8).joined(separator: ", ")), bright-…, "
            + "default), a number of the palette, 0 to 255, or \"#rrggbb\"")
      }
      if let part = ThemePart(rawValue: key) { colors[part] = color }
    }
    return colors
  }

  private func share(_ value: YAMLValue) throws(ConfigurationError) -> [ShareCommand] {
    var commands: [ShareCommand] = []
    for item in try value.items("a list of commands, each with name and command") {
      var command = ShareCommand(name: "", arguments: [])
      for (key, value) in try item.fields(known: ["name", "command", "terminal"]) {
        switch key {
        case "name": command.name = PlainText.folded(try value.text(), limit: 60) ?? ""
        case "command": command.arguments = try words(value)
        default: command.usesTerminal = try value.bool()
        }
      }
      guard !command.name.isEmpty, !command.arguments.isEmpty else {
        throw item.fail("share needs a name and a command in each of its items")
      }
      commands.append(command)
    }
    return commands
  }

  private func words(_ value: YAMLValue) throws(ConfigurationError) -> [String] {
    var words: [String] = []
    // The message is detailed, because people try a shell command line first.
    for item in try value.items("a list of words, as [mail, -s, \"{title}\"]; there is no shell") {
      guard let word = item.node.scalar?.string, !word.contains("\0") else {
        throw item.fail("command takes a list of words")
      }
      words.append(word)
    }
    guard let program = words.first, !program.isEmpty, !program.contains("{") else {
      throw value.fail("command needs a program as its first word")
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
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file)\(place): \(problem)"
  }
}
