import ArgumentParser

/// `--dry-run`, of every command that changes saved links.
struct DryRunOption: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Tell what would be done, and change nothing.")
  var isDryRun = false
}

/// `-0`, of every command that prints or reads lines.
struct NullOption: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Lines end in NUL, as for xargs -0: those that are printed, and those of standard input.")
  var isNull = false

  var lineEnd: String { isNull ? "\0" : "\n" }
}

/// `--yes`, of every command that may ask.
struct ConfirmationOption: ParsableArguments {
  @Flag(
    name: [.customLong("yes"), .customShort("y")],
    help: "Do it without asking; needed where there is no terminal to ask on.")
  var isGiven = false
}
