import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization
import Markup

/// `raylette history`: the cards that came up.
struct HistoryCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: localized("List the cards that came up, the latest first."),
      discussion: localized(
        """
        Prints one card per line: time, address, title and wheel, separated by tabs. The last \
        \(WheelStore.historyLimit) are remembered. The exit code is 1 if there are none.
        """),
      subcommands: [HistoryListCommand.self, HistoryClearCommand.self],
      defaultSubcommand: HistoryListCommand.self)
  }
}

struct HistoryListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: HistoryCommand.configuration.abstract)
  }

  @Argument(
    help: ArgumentHelp(
      localized(
        #"Words, "phrases", #wheel, site:host, after:7d; -not after --. Several words are one filter."#
      ),
      valueName: "word"))
  var filter: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("The maximum number of cards."), valueName: "number"),
    transform: OptionNumber("--limit", from: 1).whole)
  var limit: Int?

  @Flag(help: .jsonLines)
  var json = false

  @OptionGroup var null: NullOption

  func validate() throws { try typedFilter.refuse(given: filter) }

  private var typedFilter: SavedFilter { SavedFilter(words: filter) }

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    let visits = try await WheelStore(sharing: store).history()
    var filter = VisitFilter(typedFilter, now: .now)
    let found = visits.filter { filter.matches($0) }
    for visit in found.prefix(limit ?? found.count) { try print(visit) }
    if found.isEmpty { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func print(_ visit: Visit) throws {
    let time = visit.seenAt.formatted(.iso8601)
    guard json else {
      return try CommandOutput.print(
        columns: [time, visit.address, visit.title ?? "", visit.wheel], lineEnd: null.lineEnd)
    }
    try CommandOutput.printJSON(
      [
        "seenAt": time, "url": visit.address, "title": visit.title, "wheel": visit.wheel,
      ],
      lineEnd: null.lineEnd)
  }
}

struct HistoryClearCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "clear",
      abstract: localized("Forget the cards that came up. What was seen and saved stays."))
  }

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let store = try WheelStore.ofUser(dryRun.use)
    let count =
      try await dryRun.isDryRun ? store.history().count : store.clearHistory()
    try CommandOutput.print(
      dryRun.isDryRun
        ? localized("would forget \(count, "link")") : localized("forgot \(count, "link")"))
  }
}
