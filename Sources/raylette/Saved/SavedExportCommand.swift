import ArgumentParser
import Foundation
import LinkStore

struct SavedExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print saved links as a file of bookmarks.",
    discussion: """
      Into standard output: raylette saved export --format html > bookmarks.html. The format jsonl \
      keeps everything.
      """)

  @Option(help: "The format of the file.")
  var format = BookmarkFormat.netscape

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only links that a filter finds.", valueName: "filter"),
    transform: SavedFilter.init(option:))
  var filter: SavedFilter?

  func validate() throws {
    guard format.isWritable else {
      throw ValidationError("The files of browsers are theirs to write; export html.")
    }
  }

  func run() async throws {
    let access = try SavedStoreAccess()
    let writer = BookmarkWriter(format: format) { bytes throws(CommandFailure) in
      try StandardOutput.put(bytes)
    }
    guard var writer else { return }
    let query = SavedQuery(filter: filter ?? SavedFilter(""), sort: .oldest)
    _ = try await access.forEach(query) { try writer.write($0.bookmark) }
    try writer.finish()
  }
}
