import ArgumentParser
import Favorites
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

struct SavedAddCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: localized("Save links. Their pages are fetched when they're first shown."))
  }

  @Argument(
    help: .links)
  var addresses: [String]

  @Option(
    help: ArgumentHelp(
      localized("Tags for all of them, separated by commas; repeatable."), valueName: "tag"),
    completion: .source(.tags))
  var tag: [String] = []

  @Option(help: ArgumentHelp(localized("A note for all of them."), valueName: "text"))
  var note: String?

  @OptionGroup var null: NullOption
  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard tag.allSatisfy({ !$0.tagNames.isEmpty }) else {
      throw ValidationError(localized("--tag takes the name of a tag."))
    }
    try tag.refuseLongTags()
    try note?.refuseLongNote()
  }

  func run() async throws {
    let store = try SavedLinkStore.ofUser(dryRun.use)
    var pages: [WebAddress] = []
    var hasFailed = false
    for try await input in PreviewInput.inputs(addresses, isNull: null.isNull) {
      if let address = input.address {
        pages.append(address)
      } else {
        CommandOutput.report("raylette: \(input.refusal)")
        hasFailed = true
      }
    }
    if dryRun.isDryRun {
      for page in pages { try await tellPlan(for: page, in: store) }
    } else {
      try await save(pages, in: store.recording(.saved))
    }
    if hasFailed { throw CommandFailure(message: nil, exitCode: PreviewInput.refusedCode) }
  }

  private func tellPlan(for address: WebAddress, in store: SavedLinkStore) async throws {
    let kept = try await store.link(for: address.url)
    let removed = try await store.link(for: address.url, isTrash: true)
    let text = (kept ?? removed)?.address.text ?? address.text
    try CommandOutput.print(
      kept != nil
        ? Self.alreadySaved(text)
        : removed != nil
          ? localized("would be restored from the trash: \(text)")
          : localized("would be saved: \(text)"))
  }

  private func save(_ pages: [WebAddress], in store: SavedLinkStore) async throws {
    let (additions, error) = await store.addInBatches(
      pages, tags: tag.flatMap(\.tagNames), note: note?.plainLines, at: { Date() })
    for addition in additions { try report(addition) }
    if let error { throw error }
  }

  private static func alreadySaved(_ address: String) -> String {
    localized("already saved: \(address)")
  }

  private func report(_ addition: SavedLinkStore.Addition) throws {
    let address = addition.outcome.link.address.text
    // Only `saved note`, which asks first, replaces a note.
    if addition.keepsNote {
      CommandOutput.report("raylette: " + localized("the note of \(address) stays as it was"))
    }
    let line =
      switch addition.outcome {
      case .saved: localized("saved: \(address)")
      case .restored: localized("restored from the trash: \(address)")
      case .alreadySaved: Self.alreadySaved(address)
      }
    try CommandOutput.print(line)
  }
}
