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
