public import ArgumentParser
import Foundation
public import Links
import Localization

/// `--since` and `--before`, for every command that lists links.
struct SavedDates: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      localized("Only links saved then or later: 2026-01-31, 2026-01, 7d, 3mo, 1y."),
      valueName: "when"))
  var since: PointInTime?

  @Option(help: ArgumentHelp(localized("Only links saved earlier."), valueName: "when"))
  var before: PointInTime?

  var areGiven: Bool { since != nil || before != nil }

  /// Returns a query of the links saved between the two dates.
  func query(
    _ filter: SavedFilter, sort: SavedSort = .newest, isTrash: Bool = false
  ) -> SavedQuery {
    let now = Date()
    return SavedQuery(
      filter: filter, sort: sort, isTrash: isTrash, since: since?.date(now: now),
      before: before?.date(now: now))
  }
}

extension PointInTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
