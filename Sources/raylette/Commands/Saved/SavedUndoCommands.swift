import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization

struct SavedUndoCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo",
      abstract: localized("Undo the last change of saved links, or one that log lists."),
      discussion: localized(
        """
        Repeatable, up to the last 1,000 changes of 30 days, from the shell and in the program; those \
        of other devices only if they're named, and trash empty never. What changed since stays as it is. Added links \
        go to the trash. A command that is still changing links stops.
        """))
  }

  @Argument(
    help: ArgumentHelp(localized("The number of a change, as log prints it."), valueName: "number"),
    transform: OptionNumber("undo", from: 1).whole)
  var number: Int?

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let id = number.map { LinkChange.ID($0) }
    let change = try await store.undo(id, at: Date(), isDryRun: dryRun.isDryRun)
    if change == nil, let number {
      throw CommandFailure(
        message: localized(
          "there's no change \(number) to undo; raylette saved log lists the changes"),
        exitCode: 1)
    }
    try change.report(.undo, isDryRun: dryRun.isDryRun)
  }
}

struct SavedRedoCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "redo", abstract: localized("Redo the change that was undone last."))
  }

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let change = try await store.redo(at: Date(), isDryRun: dryRun.isDryRun)
    try change.report(.redo, isDryRun: dryRun.isDryRun)
  }
}

/// The two ways to replay a change.
private enum Replay {
  case undo, redo

  /// The message if there's no change.
  var nothing: String {
    switch self {
    case .undo: localized("nothing to undo")
    case .redo: localized("nothing to redo")
    }
  }

  /// Says that a change was replayed.
  func message(_ change: String) -> String {
    switch self {
    case .undo: localized("Undone: \(change).")
    case .redo: localized("Redone: \(change).")
    }
  }

  /// Says that a change would be replayed without `--dry-run`.
  func plan(_ change: String) -> String {
    switch self {
    case .undo: localized("Would be undone: \(change).")
    case .redo: localized("Would be redone: \(change).")
    }
  }

  /// Says why a change can't be replayed.
  func failure(_ reason: String) -> String {
    switch self {
    case .undo: localized("can't undo: \(reason)")
    case .redo: localized("can't redo: \(reason)")
    }
  }
}

extension ReplayedChange? {
  /// Prints the result of an undo or redo.
  fileprivate func report(_ replay: Replay, isDryRun: Bool) throws(CommandFailure) {
    guard let change = self else {
      throw CommandFailure(message: replay.nothing, exitCode: 1)
    }
    if change.count > 0 {
      let message = change.change.message(
        count: change.count, title: change.title, in: .shell, at: Date())
      try CommandOutput.print(isDryRun ? replay.plan(message) : replay.message(message))
    }
    guard change.leftCount > 0 else { return }
    let left =
      change.change.origin == .device
      ? localized(
        """
        \(change.leftCount, "link left as it is, since it changed later or came from another device", "links left as they are, since they changed later or came from another device")
        """)
      : localized(
        """
        \(change.leftCount, "link left as it is, since it changed later", "links left as they are, since they changed later")
        """)
    guard change.count > 0 else {
      throw CommandFailure(message: replay.failure(left), exitCode: 1)
    }
    CommandOutput.report("raylette: \(left)")
  }
}
