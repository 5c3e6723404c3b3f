import ArgumentParser
import Bookmarks
import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct SavedExportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: localized("Print saved links as a bookmark file."),
      discussion: localized(
        """
        Writes to standard output. The format jsonl contains everything about the links; raylette \
        backup copies the trash, kept texts, wheels and the history, too.
          raylette saved export --format html > bookmarks.html
        """))
  }

  @Option(help: ArgumentHelp(localized("The format of the file.")))
  var format = ExportFormat.html

  @OptionGroup var filter: FilterOption

  @OptionGroup var dates: SavedDates

  @Flag(
    help: ArgumentHelp(
      localized(
        "With html: a folder for each tag, for browsers without tags; a link with several tags is in each."
      )
    ))
  var folders = false

  @Option(
    help: ArgumentHelp(
      localized(
        "With markdown: write a file for each link with the kept text of its page, for Obsidian or Hugo. Files edited since are left alone."
      ),
      valueName: "folder"), completion: .directory)
  var withText: String?

  func validate() throws {
    guard withText == nil || format.format == .markdown else {
      throw ValidationError(localized("--with-text goes with --format markdown."))
    }
    guard format.format.isWritable else {
      throw ValidationError(localized("\(format) is import-only; export html instead."))
    }
    guard !folders || format.format == .netscape else {
      throw ValidationError(localized("--folders goes with --format html."))
    }
  }

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    if let withText { return try await write(to: withText, from: store) }
    let writer = BookmarkWriter(format: format.format) { bytes throws(CommandFailure) in
      try StandardOutput.put(bytes)
    }
    guard var writer else { return }
    let ids = try await ids(in: store)
    if folders {
      try await export(ids, byTagsTo: &writer, from: store)
    } else {
      try await store.forEach(ids) { try writer.write($0.bookmark) }
    }
    try writer.finish()
  }

  private func ids(in store: SavedLinkStore) async throws -> [SavedLink.ID] {
    try await store.exportOrder(dates.query(filter.filter))
  }

  /// Writes a file for each link to a folder.
  private func write(to path: String, from store: SavedLinkStore) async throws {
    var folder = try ArticleFolder(URL(filePath: path, directoryHint: .isDirectory))
    let links = try await store.links(try await ids(in: store))
    var (written, unchanged) = (0, 0)
    for link in links {
      let kept = try await store.keptArticle(of: link.id)
      switch try folder.write(link, kept) {
      case .written: written += 1
      case .unchanged: unchanged += 1
      case .edited(let name):
        CommandOutput.report(
          "raylette: " + localized("left as it is, because it was edited: \(name)"))
      }
    }
    CommandOutput.report(localized("\(written.grouped) written, \(unchanged.grouped) unchanged"))
  }

  /// Exports a folder for each tag, sorted by name, and then the links without tags.
  private func export(
    _ ids: [SavedLink.ID], byTagsTo writer: inout BookmarkWriter<CommandFailure>,
    from store: SavedLinkStore
  ) async throws {
    var folders: [String: (name: String, ids: [SavedLink.ID])] = [:]
    var untaggedIDs: [SavedLink.ID] = []
    try await store.forEach(ids) { link in
      if link.tags.isEmpty { untaggedIDs.append(link.id) }
      for tag in link.tags { folders[tag.tagKey, default: (tag, [])].ids.append(link.id) }
    }
    func untagged(_ link: SavedLink) -> Bookmark {
      var bookmark = link.bookmark
      bookmark.tags = []
      return bookmark
    }
    for (_, folder) in folders.sorted(by: { $0.key < $1.key }) {
      try writer.beginFolder(folder.name)
      try await store.forEach(folder.ids) { try writer.write(untagged($0)) }
      try writer.endFolder()
    }
    try await store.forEach(untaggedIDs) { try writer.write(untagged($0)) }
  }
}

/// The value of `--format`. Help and completions offer the formats that can be written. The names
/// of import-only formats parse too, so that the error can explain them.
struct ExportFormat: ExpressibleByArgument, CustomStringConvertible {
  static let html = ExportFormat(format: .netscape)

  let format: BookmarkFormat

  var description: String { format.rawValue }
  var defaultValueDescription: String { description }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  static var allValueStrings: [String] {
    BookmarkFormat.allCases.filter(\.isWritable).map(\.rawValue)
  }
}

extension ExportFormat {
  init?(argument: String) {
    guard let format = BookmarkFormat(rawValue: argument) else { return nil }
    self.init(format: format)
  }
}
