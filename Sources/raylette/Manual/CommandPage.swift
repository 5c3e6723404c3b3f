import LinkStore
import RayletteApp

/// raylette(1): the commands with their options.
enum CommandPage {
  static var text: String {
    guard let root = CommandTree.root else { return "" }
    var page = Mdoc(title: "raylette", section: 1)
    page.name("raylette", "wheel of links for the terminal")
    page.synopsis(of: root)
    page.heading("Description")
    page.paragraphs(introduction)
    page.heading("Options")
    page.paragraphs("Without a command, Raylette shows its screen. These options are about it:")
    page.options(root.defaultCommand?.arguments ?? [], isRoot: true)
    page.heading("Commands")
    page.paragraphs("Every command also has the option --help, which explains it.")
    for command in root.commands where command.name != root.defaultName && command.name != "help" {
      page.command(command, path: [], shared: command.sharedArguments)
    }
    page.heading("Filter syntax")
    page.paragraphs(
      """
      A link matches a filter if all of its parts match. Filters are the same after / on screen, \
      and in the arguments of saved.
      """)
    page.rawMacro("Pp")
    page.list(width: "before:2026-01", isCompact: true) { page in
      for entry in FilterReference.entries {
        page.item("Li \(Mdoc.argument(entry.text))")
        page.paragraphs(entry.help)
      }
    }
    page.references()
    return page.text
  }

  private static let introduction = """
    Raylette spins a wheel of links. Each spin shows a random tutorial as a link card, or a link of \
    your own list. What you like is saved with a key, and can then be found, tagged, annotated, \
    shared and opened. Press ? for the keys of a screen, and : for a palette of all commands that \
    do something now.

    Links are only fetched when they come up on the wheel or on screen. The settings are explained \
    in raylette(5).
    """
}

extension Mdoc {
  fileprivate mutating func synopsis(of root: CommandTree) {
    heading("Synopsis")
    rawMacro("Nm")
    var options = (root.defaultCommand?.arguments ?? []).filter(\.isDocumented)[...]
    while let option = options.popFirst() {
      if let next = options.first, next.isOpposite(of: option) {
        options.removeFirst()
        rawMacro("Op \(option.markup) | \(next.markup)")
      } else {
        rawMacro("Op \(option.markup)")
      }
    }
    for command in root.commands where command.name != root.defaultName && command.name != "help" {
      rawMacro("Nm")
      rawMacro("Cm \(command.name)")
      if command.commands.isEmpty {
        arguments(of: command)
      } else {
        rawMacro(command.defaultName == nil ? "Ar command" : "Op Ar command")
        rawMacro("Op Ar argument ...")
      }
    }
  }

  /// The arguments of a command in its synopsis: options first.
  private mutating func arguments(of command: CommandTree) {
    for option in command.arguments where option.kind != .positional && option.isDocumented {
      let markup = option.markup(separator: "|")
      rawMacro(option.isOptional ? "Op \(markup)" : markup)
    }
    for argument in command.arguments where argument.kind == .positional {
      let value = argument.markup + (argument.isRepeating ? " ..." : "")
      rawMacro(argument.isOptional ? "Op \(value)" : value)
    }
  }

  /// - Parameter shared: arguments that are already explained.
  fileprivate mutating func command(
    _ command: CommandTree, path: [String], shared: [CommandTree.Argument]
  ) {
    let path = path + [command.name]
    subheading((["raylette"] + path).joined(separator: " "))
    if command.commands.isEmpty {
      rawMacro("Nm")
      rawMacro("Cm \(path.joined(separator: " "))")
      arguments(of: command)
      rawMacro("Pp")
    }
    paragraphs(command.abstract)
    if !command.discussion.isEmpty {
      rawMacro("Pp")
      discussion(command.discussion)
    }
    if !command.aliases.isEmpty {
      rawMacro("Pp")
      paragraphs("Alias: \(command.aliases.joined(separator: ", ")).")
    }
    if let defaultCommand = command.defaultCommand {
      rawMacro("Pp")
      paragraphs("Without a command, it's \(defaultCommand.name).")
    }
    if path.count == 1, !shared.isEmpty {
      rawMacro("Pp")
      paragraphs("These arguments are the same for all commands that have them:")
      options(shared, isRoot: false)
    }
    options(command.arguments.filter { !shared.contains($0) }, isRoot: false)
    for below in command.commands { self.command(below, path: path, shared: shared) }
  }

  /// The text of a command. Its indented lines are command lines to copy.
  private mutating func discussion(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        display([String(line.dropFirst(2))])
      } else {
        paragraphs(String(line))
      }
    }
  }

  fileprivate mutating func options(_ arguments: [CommandTree.Argument], isRoot: Bool) {
    let documented = arguments.filter { $0.isDocumented || isRoot && $0.isOfEveryCommand }
    guard !documented.isEmpty else { return }
    list { page in
      var remaining = documented[...]
      while let argument = remaining.popFirst() {
        var markup = argument.markup
        if let next = remaining.first, next.isOpposite(of: argument) {
          remaining.removeFirst()
          markup += " , \(next.markup)"
        }
        page.item(markup)
        page.paragraphs(argument.text)
      }
    }
  }
}

/// The form of commands' arguments in raylette(1).
extension CommandTree.Argument {
  /// Whether every command has the argument, so that it's explained once.
  var isOfEveryCommand: Bool {
    optionNames.contains("--help") || optionNames.contains("--version")
  }

  /// Whether the argument is the `--no-` form of a flag, which has the same text.
  func isOpposite(of other: Self) -> Bool {
    kind == .flag && other.kind == .flag && abstract != nil && abstract == other.abstract
  }

  var isDocumented: Bool { shouldDisplay && !isOfEveryCommand }

  var markup: String { markup(separator: ",") }

  /// The argument's names and value as macros.
  /// - Parameter separator: the text between two names.
  func markup(separator: String) -> String {
    let values = (valueName ?? "").split(separator: " or ").map { Mdoc.argument(String($0)) }
    let value = values.map { "Ar \($0)" }.joined(separator: " | ")
    guard kind != .positional else { return value }
    // The short name comes first.
    let names = (names ?? []).sorted { $0.name.count < $1.name.count }.map {
      ($0.kind == .long ? "Fl Fl " : "Fl ") + $0.name
    }
    return names.joined(separator: " \(separator) ") + (kind == .option ? " \(value)" : "")
  }

  /// The argument's explanation, with its values and its default.
  var text: String {
    var text = abstract ?? ""
    if !values.isEmpty, !values.allSatisfy({ text.contains($0) }) {
      text += " One of: \(values.joined(separator: ", "))."
    }
    // Removes `.0`, as people write numbers.
    if let defaultValue, !defaultValue.isEmpty {
      text += " Default: \(defaultValue.replacing(/\.0$/, with: ""))."
    }
    return text
  }
}

extension CommandTree {
  /// The arguments that at least three of the subcommands have, without duplicates. Options come
  /// last.
  var sharedArguments: [Argument] {
    let all = leaves.flatMap { $0.arguments.filter(\.isDocumented) }
    let ordered = all.filter { $0.kind == .positional } + all.filter { $0.kind != .positional }
    return ordered.reduce(into: []) { shared, argument in
      guard !shared.contains(argument) else { return }
      if all.count(where: { $0 == argument }) > 2 { shared.append(argument) }
    }
  }

  private var leaves: [CommandTree] { commands.isEmpty ? [self] : commands.flatMap(\.leaves) }
}

/// The end of raylette(1): environment, files, exit status, examples and related pages.
extension Mdoc {
  mutating func references() {
    heading("Environment")
    list { page in
      for (names, text) in Self.variables {
        page.item(names.map { "Ev \($0)" }.joined(separator: " , "))
        page.paragraphs(text)
      }
    }
    heading("Files")
    list { page in
      for (path, text) in Self.files {
        page.item("Pa \(Mdoc.escaped(path))")
        page.paragraphs(text)
      }
    }
    heading("Exit status")
    paragraphs("Every command exits with one of these:")
    rawMacro("Pp")
    list(isCompact: true) { page in
      for (code, text) in Self.exitCodes {
        page.item("\(code)")
        page.paragraphs(text)
      }
    }
    heading("Examples")
    for (text, lines) in Self.examples {
      paragraphs(text)
      display(lines)
    }
    heading("See also")
    rawMacro("Xr chafa 1 ,")
    rawMacro("Xr qrencode 1 ,")
    rawMacro("Xr raylette 5")
  }

  static let variables: [(names: [String], text: String)] = [
    (["RAYLETTE_*"], "Override the settings; see raylette(5)."),
    (
      ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"],
      "The folders in which Raylette has a folder of its own; see the files below. Relative paths "
        + "are ignored."
    ),
    (
      ["BROWSER"],
      "The command that opens links, or several separated by colons, of which the first that exists "
        + "is used. %s stands for the address, which otherwise comes last, and %% for a percent sign."
    ),
    (["VISUAL", "EDITOR"], "The editor for notes and for the config file."),
    (
      ["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
      "The proxies for what is fetched, and the hosts that are fetched without one."
    ),
    (
      ["NO_COLOR"], "If it's set and not empty, there are no colours, unless --theme asks for them."
    ),
    (["CLICOLOR_FORCE"], "If it's 1, preview prints colours also to a pipe."),
    (
      ["COLORTERM", "COLORFGBG"],
      "What the terminal says about its colours: truecolor, and those of text and background."
    ),
    (["ACCESSIBLE"], "Any value but 0 makes the screen suitable for screen readers."),
    (["LC_ALL", "LC_CTYPE", "LANG"], "The first that's set says whether the terminal has UTF-8."),
  ]

  private static let files: [(path: String, text: String)] = [
    ("~/.config/raylette/config.yml", "The settings; see raylette(5)."),
    ("~/.config/raylette/themes/", "Themes of your own, one per file."),
    (
      "~/.local/share/raylette/saved.sqlite",
      "Saved links, and which links of the wheel came up. An SQLite database that only you can read."
    ),
    (
      "~/.local/state/raylette/session.json",
      "How you left the program: tab, filter, sort order and layout."
    ),
    (
      "~/.local/state/raylette/notes/",
      "Notes that an editor left when it failed, until they're stored."
    ),
    (
      "~/.cache/raylette/",
      "Fetched metadata and images. It can be deleted at any time; saved links have their own copy."
    ),
  ]

  static let exitCodes: [(code: Int, text: String)] = [
    (0, "Success."),
    (
      1,
      "Something failed, or wasn't found: a page, a file, a saved link, a wheel, or anything that "
        + "matches a filter."
    ),
    (
      2,
      "Invalid usage: arguments that make no sense, something that isn't a web address, or an error "
        + "in the config file. Nothing was done, except for the other addresses of a command that "
        + "takes several."
    ),
    (
      141,
      "The program that reads the output ended first, as in a pipe to head."
    ),
  ]

  private static let examples: [(text: String, lines: [String])] = [
    ("Spin your own links, one address per line:", ["raylette --wheel links.txt"]),
    (
      "Spin the output of another program:",
      ["curl -s https://example.org/links.txt | raylette --wheel -"]
    ),
    (
      "See the card of a page, or what keeps it from making a good preview:",
      ["raylette preview https://example.org", "raylette preview --check https://example.org"]
    ),
    (
      "Save a link with a tag, and find it again:",
      [
        "raylette saved add https://example.org --tag 'to read'",
        "raylette saved list 'is:unread #\"to read\"'",
      ]
    ),
    (
      "Leave out what matches, behind -- so that it's not taken for an option:",
      ["raylette saved list swift -- -video"]
    ),
    (
      "Open what another program selects:",
      ["raylette saved list swift | fzf -m | raylette saved open -"]
    ),
    (
      "Import the bookmarks of a browser, and undo that:",
      ["raylette saved import bookmarks.html", "raylette saved undo"]
    ),
    (
      "Keep 50 MB of fetched pages:", ["raylette cache prune --size 50"]
    ),
  ]
}
