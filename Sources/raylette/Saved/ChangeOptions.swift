import ArgumentParser

/// `--dry-run`, of every command that changes saved links.
struct TrialOption: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Tell what would be done, and change nothing.")
  var isTrial = false
}

/// `--yes`, of every command that may ask.
struct ConsentOption: ParsableArguments {
  @Flag(
    name: [.customLong("yes"), .customShort("y")],
    help: "Do it without asking; needed where there is no terminal to ask on.")
  var isGiven = false
}
