import Localization
import ArgumentParser
import Foundation
import Links
import LinkStore
import RayletteApp

struct SavedUndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: localized("Undo the last change of saved links, or one that log lists."),
    discussion: localized(
      """
      Repeatable, up to the last 1,000 changes of 30 days, from the shell and in the program; those \
      of other devices only if they're named, and trash empty never. What changed since stays as it is. Added links \
      go to the trash. A command that is still changing links stops.
      """))

  @Argument(
    help: ArgumentHelp(localized("The number of a change, as log prints it."), valueName: "number"),
    transform: OptionNumber("undo", from: 1).whole)
  var number: Int?

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let access = try SavedStoreAccess.forWriting(isDryRun: dryRun.isDryRun)
    let id = number.map { LinkChange.ID($0) }
    let change = try await access.run { store throws(StoreError) in
      try await store.undo(id, at: Date(), isDryRun: dryRun.isDryRun)
    }
    if change == nil, let number {
      throw CommandFailure(
        message: localized(
          "there's no change \(number) to undo; raylette saved log lists the changes"),
        exitCode: 1)
    }
    try change.report(dryRun.isDryRun ? localized("Would be undone") : "Undone", as: "undo")
  }
}

struct SavedRedoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: localized("Redo the change that was undone last."))

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let access = try SavedStoreAccess.forWriting(isDryRun: dryRun.isDryRun)
    let change = try await access.run { store throws(StoreError) in
      try await store.redo(at: Date(), isDryRun: dryRun.isDryRun)
    }
    try change.report(dryRun.isDryRun ? localized("Would be redone") : "Redone", as: "redo")
  }
}

extension ReplayedChange? {
  /// Prints the result of an undo or redo.
  /// - Parameters:
  ///   - verb: the word for the result, such as `Undone`.
  ///   - name: the name of the command.
  fileprivate func report(_ verb: String, as name: String) throws(CommandFailure) {
    guard let change = self else {
      throw CommandFailure(message: localized("nothing to \(name)"), exitCode: 1)
    }
    if change.count > 0 {
      let message = change.change.message(count: change.count, in: .shell, at: Date())
      try CommandOutput.print("\(verb): \(message).")
    }
    guard change.leftCount > 0 else { return }
    let (are, they) =
      change.leftCount == 1 ? (localized("it is"), "it") : (localized("they are"), "they")
    let reason = change.change.origin == .device ? localized(" or came from another device") : ""
    let left = localized(
      "\(change.leftCount, "link") left as \(are), since \(they) changed later\(reason)")
    guard change.count > 0 else {
      throw CommandFailure(message: "can't \(name): \(left)", exitCode: 1)
    }
    CommandOutput.report("raylette: \(left)")
  }
}
