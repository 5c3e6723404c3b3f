import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct SavedTagsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tags", abstract: localized("List tags with their number of links."),
      discussion: localized(
        "Prints one tag per line: name, tab, number of links; the most used first."))
  }

  enum Order: String, CaseIterable, ExpressibleByArgument { case count, name }

  @OptionGroup var filter: FilterOption

  @OptionGroup var dates: SavedDates

  @Option(help: .order)
  var sort = Order.count

  @Flag(help: .jsonLines)
  var json = false

  @OptionGroup var null: NullOption

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    let query = dates.query(filter.filter)
    let isOfAll = filter.given == nil && !dates.areGiven
    var tags = try await store.tags(of: isOfAll ? nil : query)
    if sort == .name { tags.sort { ($0.name.tagKey, $0.name) < ($1.name.tagKey, $1.name) } }
    for tag in tags {
      if json {
        try CommandOutput.printJSON(["tag": tag.name, "count": tag.count], lineEnd: null.lineEnd)
      } else {
        try CommandOutput.print(columns: [tag.name, String(tag.count)], lineEnd: null.lineEnd)
      }
    }
  }
}
