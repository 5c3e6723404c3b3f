import ArgumentParser
import Foundation
import LinkPreview
import LinkStore

struct SavedListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List saved links, all or those that a filter finds.",
    discussion: "One link a line: address, title and tags, with tabs between.",
    aliases: ["search"])

  enum Order: String, CaseIterable, ExpressibleByArgument {
    case newest, oldest, title, site, opened, random

    var sort: SavedSort {
      switch self {
      case .newest: .newest
      case .oldest: .oldest
      case .title: .title
      case .site: .site
      case .opened: .opened
      case .random: .random(seed: .random(in: 0...UInt64.max))
      }
    }
  }

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      #"Words, "phrases", #tag, site:host, -not."#, valueName: "filter"))
  var filter: [String] = []

  @Option(help: "The order of the list.")
  var sort = Order.newest

  @Option(help: ArgumentHelp("No more than this many.", valueName: "number"))
  var limit: Int?

  @Flag(help: "List what was removed in the last 30 days.")
  var trash = false

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit takes a number from 1, not \(limit).")
    }
  }

  func run() async throws {
    let access = try SavedStoreAccess()
    // The shell has taken the quotes of a phrase.
    let words = filter.map { $0.contains(" ") && !$0.contains("\"") ? "\"\($0)\"" : $0 }
    let query = SavedQuery(
      filter: SavedFilter(words.joined(separator: " ")), sort: sort.sort, isTrash: trash)
    let count = try await access.forEach(query, limit: limit) { link in
      try StandardOutput.put("\(json ? try SavedJSON(link).line : Self.line(link))\n")
    }
    if count == 0, !filter.isEmpty { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private static func line(_ link: SavedLink) -> String {
    [
      link.url.absoluteString, link.metadata.title ?? "",
      link.tags.map { "#\($0)" }.joined(separator: " "),
    ].map { PlainText.folded($0, limit: 5_000) ?? "" }.joined(separator: "\t")
  }
}
