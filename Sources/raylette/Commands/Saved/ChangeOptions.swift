import ArgumentParser
import Foundation
import RayletteApp

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

/// Asks before a command does what is hard to take back, or more than people mostly mean.
struct Confirmation {
  /// Whether `--yes` was given.
  let isGiven: Bool

  /// Returns when the person agrees; ends the command otherwise, with nothing changed.
  /// - Parameters:
  ///   - deed: what would be done, as `Remove 12 links`.
  ///   - example: the address of one of the links.
  func ask(_ deed: String, example: URL?) throws(CommandFailure) {
    if isGiven { return }
    let example = example.map { ", such as \($0.absoluteString)" } ?? ""
    guard isatty(STDIN_FILENO) == 1, StandardStream.error.isTerminal else {
      throw CommandFailure(
        message: "\(deed)\(example)? There is no terminal to ask on; --yes does it.", exitCode: 2)
    }
    StandardStream.error.write(TerminalText.cleaned("\(deed)\(example)? [y/N] "))
    let answer = (readLine() ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    guard ["y", "yes"].contains(answer) else {
      throw CommandFailure(message: "nothing was changed", exitCode: 1)
    }
  }
}
