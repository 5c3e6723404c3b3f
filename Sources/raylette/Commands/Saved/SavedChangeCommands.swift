import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

struct SavedRemoveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: localized("Move links to the trash, where they stay for 30 days."),
      discussion: localized("Asks first if the filter contains only exclusions."))
  }

  @OptionGroup var selection: SavedSelection
  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var consent: ConfirmationOption

  func run() async throws {
    let run = SavedChangeRun(selection: selection, isDryRun: dryRun.isDryRun)
    try await run.run(.removed) { links in
      guard selection.filter?.hasOnlyExclusions == true, let first = links.first else { return }
      try Confirmation(isGiven: consent.isGiven).ask(
        localized("Remove \(links.count, "link"), such as \(first.address)?"))
    } _: { ids in
      .trash(ids, at: Date())
    }
  }
}

struct SavedTagCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tag", abstract: localized("Add tags to links, and remove tags."))
  }

  @OptionGroup var selection: SavedSelection

  @Option(
    help: ArgumentHelp(
      localized("Tags to add, separated by commas; repeatable."), valueName: "tag"),
    completion: .source(.tags))
  var add: [String] = []

  @Option(
    help: ArgumentHelp(
      localized("Tags to remove, separated by commas; repeatable."), valueName: "tag"),
    completion: .source(.tags)
  )
  var remove: [String] = []

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    guard !(add + remove).isEmpty, (add + remove).allSatisfy({ !$0.tagNames.isEmpty }) else {
      throw ValidationError(localized("Name tags to --add or to --remove."))
    }
    try add.refuseLongTags()
  }

  func run() async throws {
    let run = SavedChangeRun(selection: selection, isDryRun: dryRun.isDryRun)
    try await run.run(add.isEmpty ? .untagged : .tagged) { ids in
      .changeTags(
        TagChange(added: add.flatMap(\.tagNames), removed: remove.flatMap(\.tagNames)), of: ids)
    }
  }
}

struct SavedNoteCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "note", abstract: localized("Set the note of links, replacing an existing one."),
      discussion: localized("Asks first if a link has a different note."))
  }

  @OptionGroup var selection: SavedSelection

  @Option(help: ArgumentHelp(localized("The note; an empty one removes it."), valueName: "text"))
  var text: String

  @OptionGroup var dryRun: DryRunOption
  @OptionGroup var consent: ConfirmationOption

  func validate() throws { try text.refuseLongNote() }

  func run() async throws {
    let note = text.plainLines
    let run = SavedChangeRun(selection: selection, isDryRun: dryRun.isDryRun)
    try await run.run(.noted) { links in
      let others = links.filter { !$0.note.isEmpty && $0.note != note }
      guard let first = others.first else { return }
      let (count, example) = (others.count, first.address)
      let question =
        switch (note.isEmpty, count == 1) {
        case (true, true): localized("Delete the note of 1 link, such as \(example)?")
        case (true, false):
          localized("Delete the notes of \(count, "link"), such as \(example)?")
        case (false, true): localized("Replace the note of 1 link, such as \(example)?")
        case (false, false):
          localized("Replace the notes of \(count, "link"), such as \(example)?")
        }
      try Confirmation(isGiven: consent.isGiven).ask(question)
    } _: { ids in
      .set(.note, Dictionary(uniqueKeysWithValues: ids.map { ($0, note) }))
    }
  }
}

extension String {
  /// The names of tags in the string, separated by commas: each on one line, and without a leading
  /// `#`.
  var tagNames: [String] {
    FilterSign.tags(in: self).compactMap { PlainText.folded($0, limit: TextLimit.tag) }
  }
  var plainLines: String { PlainText.foldedLines(self, limit: TextLimit.note) ?? "" }

  /// Throws an error if the string is longer than a note can be.
  func refuseLongNote() throws {
    if let refusal = TextLimit.refusal(ofNote: self) { throw ValidationError(refusal) }
  }
}

extension [String] {
  /// Throws an error if one of the strings is longer than a tag can be.
  func refuseLongTags() throws {
    for tag in flatMap(FilterSign.tags) {
      if let refusal = TextLimit.refusal(ofTag: tag) {
        throw ValidationError(refusal)
      }
    }
  }
}
