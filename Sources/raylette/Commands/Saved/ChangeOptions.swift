import ArgumentParser
import Foundation
import Links
import Localization

/// `--dry-run`, for every command that changes saved links.
struct DryRunOption: ParsableArguments {
  @Flag(
    name: .customLong("dry-run"),
    help: ArgumentHelp(localized("Print what would be done, and change nothing.")))
  var isDryRun = false

  /// What the command does with the user's stores.
  var use: StoreUse { isDryRun ? .trying : .writing }
}

/// `-0`, for every command that prints or reads lines.
struct NullOption: ParsableArguments {
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: ArgumentHelp(
      localized(
        "End lines with NUL, as for xargs -0, both in the output and on standard input.")))
  var isNull = false

  var lineEnd: String { isNull ? "\0" : "\n" }
}

/// `--filter`, of every command that goes through a list of saved links.
struct FilterOption: ParsableArguments {
  @Option(
    name: .customLong("filter"), parsing: .unconditional,
    help: .filter,
    completion: .source(.filters),
    transform: SavedFilter.init(option:))
  var given: SavedFilter?

  var filter: SavedFilter { given ?? SavedFilter("") }
}

/// `--yes`, for every command that may ask for confirmation.
struct ConfirmationOption: ParsableArguments {
  @Flag(
    name: [.customLong("yes"), .customShort("y")],
    help: ArgumentHelp(localized("Don't ask for confirmation; required without a terminal.")))
  var isGiven = false
}

/// Asks for confirmation before a command does something that's hard to undo, or more than the user
/// probably meant.
struct Confirmation {
  /// Whether `--yes` was given.
  let isGiven: Bool

  /// Returns if the user agrees. Otherwise, ends the command without any change.
  /// - Parameter question: asks about the action, with an example: `Remove 12 links, such as
  ///   https://example.org?`
  func ask(_ question: String) throws {
    if isGiven { return }
    guard StandardStream.input.isTerminal, StandardStream.error.isTerminal else {
      throw CommandFailure(
        message: [question, localized("There's no terminal to ask on; use --yes.")].paragraph,
        exitCode: 2)
    }
    StandardStream.error.write(TerminalText.cleaned(Self.prompt(question).asLabel))
    guard Self.isAgreement(readLine() ?? "") else {
      throw CommandFailure(message: localized("nothing was changed"), exitCode: 1)
    }
  }

  /// A question with the answers, of which the capital one is the default.
  static func prompt(_ question: String) -> String { localized("\(question) [y/N]") }

  /// Whether an answer is yes, in the reader's language or in English.
  static func isAgreement(_ answer: String) -> Bool {
    let own = localized("y yes", context: "answers").split(separator: " ").map(String.init)
    return (["y", "yes"] + own).contains(
      answer.trimmingCharacters(in: .whitespaces).lowercased())
  }
}
