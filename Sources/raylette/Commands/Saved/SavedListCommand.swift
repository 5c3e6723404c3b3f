import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

struct SavedListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: localized("List all saved links, or those that match a filter."),
      discussion: localized(
        """
        Prints one link per line: address, title and tags, separated by tabs. Exclusions with - go \
        after --:
          raylette saved list swift -- -video
        """),
      aliases: ["search"])
  }

  enum Order: String, CaseIterable, ExpressibleByArgument {
    case newest, oldest, title, site, opened, relevance, random

    var sort: SavedSort {
      switch self {
      case .newest: .newest
      case .oldest: .oldest
      case .title: .title
      case .site: .site
      case .opened: .opened
      case .relevance: .relevance
      case .random: .random(seed: .random(in: 0...UInt64.max))
      }
    }
  }

  @Argument(
    help: ArgumentHelp(
      localized(
        #"Words, "phrases", #tag, #ta*, site:host, is:dead, after:7d; -not after --. Several words are one filter."#
      ),
      valueName: "filter"), completion: .source(.filters))
  var filter: [String] = []

  @Option(help: .order)
  var sort = Order.newest

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("The maximum number of links."), valueName: "number"),
    transform: OptionNumber("--limit", from: 1).whole)
  var limit: Int?

  @Flag(help: ArgumentHelp(localized("List links removed in the last 30 days.")))
  var trash = false

  @Flag(help: .jsonLines)
  var json = false

  @OptionGroup var dates: SavedDates
  @OptionGroup var null: NullOption

  func validate() throws { try typedFilter.refuse(given: filter) }

  /// The filter in the user's spelling. Quotes that the shell left in mark a phrase.
  private var typedFilter: SavedFilter { SavedFilter(words: filter) }

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    let query = dates.query(typedFilter, sort: sort.sort, isTrash: trash)
    let count = try await store.forEachBatch(query, limit: limit) { links in
      if json { return try StandardOutput.put(SavedJSON.lines(links, lineEnd: null.lineEnd)) }
      for link in links {
        let tags = link.tags.map { "#\($0)" }.joined(separator: " ")
        try CommandOutput.print(
          columns: [link.address.text, link.metadata.title ?? "", tags], lineEnd: null.lineEnd)
      }
    }
    if count == 0, !filter.isEmpty || dates.areGiven {
      throw CommandFailure(message: nil, exitCode: 1)
    }
  }

  /// Rejects exclusions before `--`, because the argument parser reads them as options, such as
  /// `-phone` as `-h`.
  static func refuseMisplacedExclusions(in arguments: [String]) throws(CommandFailure) {
    guard arguments.count > 2, arguments[0] == "saved", ["list", "search"].contains(arguments[1]),
      let exclusion = zip(arguments, arguments.dropFirst()).prefix(while: { $1 != "--" })
        .first(where: { before, argument in
          // A negative number is the value of `--limit`, whose own error names the valid ones.
          argument.hasPrefix("-") && !argument.hasPrefix("--") && before != "--limit"
            && !["-h", "-0", "-"].contains(argument)
        })?.1
    else { return }
    throw CommandFailure(
      message: localized(
        """
        \(exclusion) reads as an option; to leave out what matches, put it behind --, \
        as in: raylette saved list -- '\(exclusion)'
        """), exitCode: 2)
  }
}
