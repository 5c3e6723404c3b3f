import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization

/// `raylette backup`: a copy of everything that's saved, which `raylette restore` brings back.
struct BackupCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup",
      abstract: localized("Copy everything that's saved to a file, for raylette restore."),
      discussion: localized(
        """
        The copy has links, the trash, kept texts and pictures, wheels and the history. Without a \
        file, it's the copy of the day beside the saved links, which is also made by itself: those of \
        seven days are kept, and one a week for four weeks more.
          raylette backup /mnt/stick/links.sqlite
        """))
  }

  @Argument(
    help: ArgumentHelp(localized("The file, which must not be there yet."), valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws { try Self.validate(file) }

  static func validate(_ file: String?) throws {
    if file?.isEmpty == true {
      throw ValidationError(localized("The name of the file is empty."))
    }
  }

  func run() async throws {
    let location = StoreLocation.ofUser
    guard try location.hasSavedLinks else {
      throw CommandFailure(message: localized("nothing is saved yet"), exitCode: 1)
    }
    let copy = try await copy(of: try .ofUser(.trying))
    let contents = try await StoreRestoration(of: copy, at: location).contents
    try CommandOutput.print("\(file ?? copy.path(percentEncoded: false)): \(contents.text)")
  }

  private func copy(of store: SavedLinkStore) async throws(StoreError) -> URL {
    guard let file else { return try await store.backUp(at: .now).file }
    let url = URL(filePath: file, directoryHint: .notDirectory)
    try await store.backUp(to: url)
    return url
  }
}

extension StoreRestoration.Contents {
  /// `1,200 links; in the trash: 3, kept texts: 30, wheels: 2, cards of the history: 500`.
  var text: String {
    localized(
      """
      \(links, "link"); in the trash: \(trash.grouped), kept texts: \(texts.grouped), \
      wheels: \(wheels.grouped), cards of the history: \(visits.grouped)
      """)
  }
}
