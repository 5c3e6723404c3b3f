import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

struct SavedEditCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: localized("Change the title or the address of a saved link."),
      discussion: localized("For tags and notes, use the commands tag and note."))
  }

  @Argument(help: ArgumentHelp(localized("The address of the saved link."), valueName: "address"))
  var address: String

  @Option(
    help: ArgumentHelp(
      localized("The new title; if empty, the page's own title."), valueName: "text"))
  var title: String?

  @Option(
    name: .customLong("address"),
    help: ArgumentHelp(localized("The new address of the page."), valueName: "address"))
  var newAddress: String?

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard title != nil || newAddress != nil else {
      throw ValidationError(localized("Give a --title or an --address."))
    }
    if let refusal = title.flatMap({ TextLimit.refusal(ofTitle: $0) }) {
      throw ValidationError(refusal)
    }
  }

  func run() async throws {
    let store = try SavedLinkStore.ofUser(dryRun.use)
    let link = try await link(in: store)
    let target = try newAddress.map { text throws(CommandFailure) in
      let input = PreviewInput(text)
      guard let address = input.address else {
        throw input.failure
      }
      return address
    }
    if dryRun.isDryRun {
      return try CommandOutput.print(localized("would be edited: \(link.address.text)"))
    }
    let recording = store.recording(.edited)
    // Moves the link first, because that may be refused.
    if let target, target != link.address { try await move(link, to: target, in: recording) }
    if let title {
      try await recording.apply(.set(.title, [link.id: PlainText.folded(title) ?? ""]), at: Date())
    }
    try CommandOutput.print(localized("edited: \((target ?? link.address).text)"))
  }

  private func link(in store: SavedLinkStore) async throws -> SavedLink {
    let input = PreviewInput(address)
    guard let address = input.address else {
      throw input.failure
    }
    let link = try await store.link(named: address)
    guard let link else {
      throw CommandFailure(message: input.notSavedMessage, exitCode: 1)
    }
    return link
  }

  private func move(
    _ link: SavedLink, to target: WebAddress, in store: SavedLinkStore
  ) async throws {
    let inverse = try await store.apply(.setAddresses([link.id: target]), at: Date())
    guard inverse.ids.isEmpty else { return }
    throw CommandFailure(
      message: localized(
        "the address stays as it was: \(target.text) is another saved link, or in the trash"),
      exitCode: 1)
  }
}
