import ArgumentParser
import Foundation
import LinkPreview
import LinkStore

struct SavedAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Save links. Their pages are fetched when they are shown first.")

  @Argument(
    help: ArgumentHelp("The links; - reads them from standard input.", valueName: "address"))
  var addresses: [String]

  @Option(help: ArgumentHelp("A tag for all of them; may be given again.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("A note for all of them.", valueName: "text"))
  var note: String?

  func run() async throws {
    let access = try SavedStoreAccess.forWriting()
    let now = Date()
    var hasFailed = false
    for await input in PreviewInput.inputs(addresses) {
      guard let url = input.url else {
        CommandOutput.report("raylette: no web address: \(input.text)")
        hasFailed = true
        continue
      }
      let outcome = try await access.run { store throws(StoreError) in
        try await store.save(LinkMetadata(originalURL: url), at: now)
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
        if let note { try await store.apply(.setNotes([link.id: note.plainLines]), at: now) }
      }
      try CommandOutput.print("\(word): \(link.url.absoluteString)")
    }
    if hasFailed { throw CommandFailure(message: nil, exitCode: 1) }
  }
}

struct SavedRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Move links to the trash, where they stay for 30 days.")

  @OptionGroup var selection: SavedSelection

  func run() async throws {
    try await SavedChangeRun(selection: selection).run("removed") { ids in
      [.trash(ids, at: Date())]
    }
  }
}

struct SavedTagCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Put tags on links, and take tags off.")

  @OptionGroup var selection: SavedSelection

  @Option(help: ArgumentHelp("A tag to put on; may be given again.", valueName: "tag"))
  var add: [String] = []

  @Option(help: ArgumentHelp("A tag to take off; may be given again.", valueName: "tag"))
  var remove: [String] = []

  func validate() throws {
    guard !(add + remove).map(\.tagName).filter({ !$0.isEmpty }).isEmpty else {
      throw ValidationError("Name tags to --add or to --remove.")
    }
  }

  func run() async throws {
    try await SavedChangeRun(selection: selection).run(add.isEmpty ? "untagged" : "tagged") { ids in
      [.removeTags(remove.map(\.tagName), from: ids), .addTags(add.map(\.tagName), to: ids)]
    }
  }
}

struct SavedNoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Write a note to links, in place of the one that is there.")

  @OptionGroup var selection: SavedSelection

  @Option(help: ArgumentHelp("The note; an empty one takes it away.", valueName: "text"))
  var text: String

  func run() async throws {
    try await SavedChangeRun(selection: selection).run("noted") { ids in
      [.setNotes(Dictionary(uniqueKeysWithValues: Set(ids).map { ($0, text.plainLines) }))]
    }
  }
}

extension String {
  /// Without the `#` that people write before it, and on one line.
  fileprivate var tagName: String { PlainText.folded(String(drop { $0 == "#" }), limit: 100) ?? "" }
  fileprivate var plainLines: String { PlainText.foldedLines(self) ?? "" }
}
