import Markup
import ArgumentParser
import Foundation
import LinkPreview
import LinkStore

struct SavedAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Save links. Their pages are fetched when they're first shown.")

  @Argument(
    help: ArgumentHelp("The links; - reads them from standard input.", valueName: "address"))
  var addresses: [String]

  @Option(
    help: ArgumentHelp("A tag for all of them; repeatable.", valueName: "tag"),
    completion: .source(.tags))
  var tag: [String] = []

  @Option(help: ArgumentHelp("A note for all of them.", valueName: "text"))
  var note: String?

  @OptionGroup var null: NullOption
  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard tag.allSatisfy({ !$0.tagName.isEmpty }) else {
      throw ValidationError("--tag takes the name of a tag.")
    }
  }

  func run() async throws {
    let access = dryRun.isDryRun ? try SavedStoreAccess() : try .forWriting()
    var hasFailed = false
    func forEachAddress(_ body: (WebAddress) async throws -> Void) async throws {
      for try await input in PreviewInput.inputs(addresses, isNull: null.isNull) {
        if let address = input.address {
          try await body(address)
        } else {
          CommandOutput.report("raylette: \(input.refusal)")
          hasFailed = true
        }
      }
    }
    if dryRun.isDryRun {
      try await forEachAddress { address in
        let (kept, removed) = try await access.run { store throws(StoreError) in
          (
            try await store.link(for: address.url),
            try await store.link(for: address.url, isTrash: true)
          )
        }
        let word =
          kept != nil
          ? "already saved"
          : removed != nil ? "would be restored from the trash" : "would be saved"
        try CommandOutput.print(
          "\(word): \((kept ?? removed)?.address.text ?? address.text)")
      }
    } else {
      try await access.recording("saved") {
        try await forEachAddress { try await save($0, in: access) }
      }
    }
    if hasFailed { throw CommandFailure(message: nil, exitCode: PreviewInput.refusedCode) }
  }

  private func save(_ address: WebAddress, in access: SavedStoreAccess) async throws {
    let now = Date()
    let outcome = try await access.run { store throws(StoreError) in
      try await store.save(LinkMetadata(originalAddress: address), at: now)
    }
    let (link, word) =
      switch outcome {
      case .saved(let link): (link, "saved")
      case .restored(let link): (link, "restored from the trash")
      case .alreadySaved(let link): (link, "already saved")
      }
    try await access.run { store throws(StoreError) in
      if !tag.isEmpty {
        try await store.apply(.addTags(tag.map(\.tagName), to: [link.id]), at: now)
      }
      if let note, link.note.isEmpty {
        try await store.apply(.setNotes([link.id: note.plainLines]), at: now)
      }
    }
    // Keeps the existing note. Replacing it is up to `saved note`, which asks first.
    if let note, !link.note.isEmpty, link.note != note.plainLines {
      CommandOutput.report("raylette: the note of \(link.address.text) stays as it was")
    }
    try CommandOutput.print("\(word): \(link.address.text)")
  }
}
