/// The command and arguments that the words before the cursor form, and the arguments that may
/// follow.
struct ParsedLine {
  private(set) var command: CommandTree
  /// The option whose value comes next.
  private(set) var pendingOption: CommandTree.Argument?
  private(set) var positionalCount = 0
  /// Whether there was a `--`, after which no word is an option.
  private(set) var isTerminated = false
  /// Whether the command is `raylette help`, whose arguments are names of commands.
  private(set) var isHelp = false
  private let isAtRoot: Bool
  private var given: Set<String> = []

  init(_ words: some Sequence<String>, root: CommandTree) {
    command = root
    var depth = 0
    for word in words {
      if pendingOption != nil {
        pendingOption = nil
      } else if word == "--", !isTerminated {
        isTerminated = true
      } else if !isTerminated, word.hasPrefix("-"), word.count > 1 {
        given.insert(String(word.prefix { $0 != "=" }))
        let option = Self.arguments(of: command).first { $0.optionNames.contains(word) }
        pendingOption = option?.kind == .option ? option : nil
      } else if positionalCount == 0, !isTerminated, let next = command.command(named: word) {
        if depth == 0, word == "help" {
          isHelp = true
        } else {
          command = next
        }
        given = []
        depth += 1
      } else {
        positionalCount += 1
      }
    }
    isAtRoot = depth == 0
  }

  func option(named name: String) -> CommandTree.Argument? {
    Self.arguments(of: command).first { $0.optionNames.contains(name) }
  }

  /// The options that may follow: the command's options that aren't on the line yet.
  var remainingOptions: [CommandTree.Argument] {
    var options: [CommandTree.Argument] = []
    for option in Self.arguments(of: command) where option.kind != .positional {
      let names = option.optionNames
      // Every command has `--version`, but it belongs to the root command.
      if names.contains("--version"), !isAtRoot { continue }
      if !option.isRepeating, !given.isDisjoint(with: names) { continue }
      if !options.contains(where: { $0.optionNames == names }) { options.append(option) }
    }
    return options
  }

  /// The positional argument that comes next.
  var positional: CommandTree.Argument? {
    let all = Self.arguments(of: command).filter { $0.kind == .positional }
    if positionalCount < all.count { return all[positionalCount] }
    return all.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// Returns a command's arguments, including those of its default subcommand.
  private static func arguments(of command: CommandTree) -> [CommandTree.Argument] {
    let below = command.defaultCommand.map(arguments) ?? []
    return (below + command.arguments).filter(\.shouldDisplay)
  }
}
