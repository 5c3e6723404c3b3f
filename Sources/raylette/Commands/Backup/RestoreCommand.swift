import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization

/// `raylette restore`: brings back a copy of `raylette backup`.
struct RestoreCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: localized("Bring back a backup of everything that's saved."),
      discussion: localized(
        """
        Puts a copy in the place of what's saved now, which is kept beside it. Without a file or a \
        day, that's the newest backup.
          raylette restore --dry-run
          raylette restore 2026-01-31
        """))
  }

  @Argument(
    help: ArgumentHelp(
      localized("A file of raylette backup, or the day of a backup: 2026-01-31."), valueName: "file"
    ),
    completion: .file())
  var file: String?

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    try BackupCommand.validate(file)
  }

  func run() async throws {
    let location = StoreLocation.ofUser
    let copy = try copy(at: location)
    let restoration = try await StoreRestoration(of: copy, at: location)
    let name = copy.path(percentEncoded: false)
    if dryRun.isDryRun {
      try CommandOutput.print("\(name): \(restoration.contents.text)")
      if let replaced = await restoration.replaced() {
        try CommandOutput.print(localized("would replace \(replaced.text)"))
      }
      return
    }
    let former = try await restoration.run()
    try CommandOutput.print(localized("restored \(restoration.contents.text)"))
    if let former { try CommandOutput.print(localized("the former file is \(former)")) }
    if await isSynced(location) {
      try CommandOutput.print(
        localized("raylette sync repair brings what the other machines have"))
    }
  }

  private func copy(at location: StoreLocation) throws(CommandFailure) -> URL {
    let backups = StoreBackups(of: location).all
    let isDay = file?.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
    if let file, !isDay || FileManager.default.fileExists(atPath: file) {
      return URL(filePath: file, directoryHint: .notDirectory)
    }
    guard let newest = backups.first else {
      throw CommandFailure(
        message: localized("there's no backup yet; name a file of raylette backup"), exitCode: 1)
    }
    guard let file else { return newest.file }
    guard let backup = backups.first(where: { $0.day == file }) else {
      throw CommandFailure(
        message: localized("there's no backup of \(file), but of \(backups.map(\.day).list)"),
        exitCode: 1)
    }
    return backup.file
  }

  private func isSynced(_ location: StoreLocation) async -> Bool {
    guard let store = try? SavedLinkStore(location: location) else { return false }
    return (try? await SyncStore(sharing: store).state())?.remote != nil
  }
}
