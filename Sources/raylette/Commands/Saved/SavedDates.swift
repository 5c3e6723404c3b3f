import ArgumentParser
import Foundation

/// `--since` and `--before`, for every command that lists links.
struct SavedDates: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only links saved then or later: 2026-01-31, 2026-01, 7d, 3mo, 1y.", valueName: "when"))
  var since: PointInTime?

  @Option(help: ArgumentHelp("Only links saved earlier.", valueName: "when"))
  var before: PointInTime?

  var areGiven: Bool { since != nil || before != nil }
}

/// A typed point in time: the beginning of a day, month or year in the local time zone, or a time
/// ago.
struct PointInTime: ExpressibleByArgument {
  let date: Date

  init?(argument: String) { self.init(argument, now: Date(), calendar: .current) }

  init?(_ text: String, now: Date, calendar: Calendar) {
    let text = text.lowercased()
    if let match = text.wholeMatch(of: /(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/) {
      let month = match.2.flatMap { Int($0) } ?? 1
      let day = match.3.flatMap { Int($0) } ?? 1
      let parts = DateComponents(year: Int(match.1), month: month, day: day)
      // Rejects dates such as February 31, which a calendar would turn into a day in March.
      guard let date = calendar.date(from: parts),
        calendar.dateComponents([.month, .day], from: date)
          == DateComponents(month: month, day: day)
      else { return nil }
      self.date = date
    } else if let match = text.wholeMatch(of: /(\d{1,4})(h|d|w|mo|y)/), let count = Int(match.1) {
      let parts: DateComponents =
        switch match.2 {
        case "h": DateComponents(hour: -count)
        case "d": DateComponents(day: -count)
        case "w": DateComponents(day: -7 * count)
        case "mo": DateComponents(month: -count)
        default: DateComponents(year: -count)
        }
      guard let date = calendar.date(byAdding: parts, to: now) else { return nil }
      self.date = date
    } else if ["today", "yesterday"].contains(text) {
      let today = calendar.startOfDay(for: now)
      date = text == "today" ? today : calendar.date(byAdding: .day, value: -1, to: today) ?? today
    } else {
      return nil
    }
  }
}
