import ArgumentParser
import Foundation
import LinkStore

struct SavedTrashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "What was removed in the last 30 days.",
    subcommands: [List.self, Restore.self, Empty.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the trash.")
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() async throws {
      var list = SavedListCommand()
      list.filter = []
      list.sort = .newest
      list.limit = nil
      list.trash = true
      list.json = json
      try await list.run()
    }
  }

  struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Put links back.")
    @OptionGroup var selection: SavedSelection

    func run() async throws {
      try await SavedChangeRun(selection: selection, isTrash: true).run("put back") {
        [.restore($0)]
      }
    }
  }

  struct Empty: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete what is in it for good.")

    func run() async throws {
      let access = try SavedStoreAccess.forWriting()
      let count = try await access.run { store throws(StoreError) in
        try await store.emptyTrash(removedBefore: .distantFuture)
      }
      try CommandOutput.print("deleted: \(count == 1 ? "1 link" : "\(count) links")")
    }
  }
}
