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
