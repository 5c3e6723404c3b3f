import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization

struct SavedTrashCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trash",
      abstract: localized("List, restore or delete links removed in the last 30 days."),
      subcommands: [List.self, Restore.self, Empty.self], defaultSubcommand: List.self)
  }

  struct List: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "list", abstract: localized("List the trash."))
    }
    @Flag(help: .jsonLines) var json = false
    @OptionGroup var null: NullOption

    func run() async throws {
      let arguments = (json ? ["--json"] : []) + (null.isNull ? ["-0"] : [])
      try await SavedListCommand.parse(["--trash"] + arguments).run()
    }
  }

  struct Restore: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(abstract: localized("Restore links."))
    }
    @OptionGroup var selection: SavedSelection
    @OptionGroup var dryRun: DryRunOption

    func run() async throws {
      let run = SavedChangeRun(selection: selection, isTrash: true, isDryRun: dryRun.isDryRun)
      try await run.run(.restored) { .restore($0) }
    }
  }

  struct Empty: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: localized("Permanently delete the links in the trash; asks first."))
    }
    @OptionGroup var dryRun: DryRunOption
    @OptionGroup var consent: ConfirmationOption

    func run() async throws {
      let store = try SavedLinkStore.ofUser(dryRun.use)
      let trash = try await store.list(SavedQuery(isTrash: true), rows: 1)
      if dryRun.isDryRun {
        return try CommandOutput.print(localized("would be deleted: \(trash.ids.count, "link")"))
      }
      if !trash.ids.isEmpty {
        let count = trash.ids.count
        let question =
          trash.firstLinks.first.map {
            localized("Delete \(count, "link") for good, such as \($0.url.absoluteString)?")
          } ?? localized("Delete \(count, "link") in the trash for good?")
        try Confirmation(isGiven: consent.isGiven).ask(question)
      }
      let count = try await store.emptyTrash(removedBefore: .distantFuture)
      try CommandOutput.print(localized("deleted: \(count, "link")"))
    }
  }
}
