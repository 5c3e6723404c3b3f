import Localization
import ArgumentParser
import Foundation
import Links
import Markup
import LinkStore

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
    let access = try SavedStoreAccess()
    let query = dates.query(filter.filter)
    let isOfAll = filter.given == nil && !dates.areGiven
    var tags = try await access.run { store throws(StoreError) in
      try await store.tags(of: isOfAll ? nil : query)
    }
    if sort == .name { tags.sort { ($0.tag.tagKey, $0.tag) < ($1.tag.tagKey, $1.tag) } }
    for (tag, count) in tags {
      if json {
        try CommandOutput.printJSON(["tag": tag, "count": count], lineEnd: null.lineEnd)
      } else {
        try CommandOutput.print(columns: [tag, String(count)], lineEnd: null.lineEnd)
      }
    }
  }
}
