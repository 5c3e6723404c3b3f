public import Foundation

/// A point in time as people type it: a date, or a time before now.
///
/// `2026`, `2026-01` and `2026-01-31` are the beginning of a year, month or day in the local time
/// zone. So are `today` and `yesterday`. `12h`, `7d`, `2w`, `3mo` and `1y` are a time ago.
///
///     PointInTime("2026-01")?.date(now: .now)
public struct PointInTime: Hashable, Sendable {
  private let value: Value

  private enum Value: Hashable, Sendable {
    case day(year: Int, month: Int, day: Int)
    case daysBeforeToday(Int)
    case ago(Int, Unit)
  }

  private enum Unit: String, Hashable, Sendable { case h, d, w, mo, y }

  /// Parses a point in time. Returns nil if the text isn't one, or isn't complete yet.
  public init?(_ text: String) {
    let text = text.lowercased()
    // Digits of other scripts aren't accepted, because `Int` doesn't read them.
    if let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?/),
      let year = Int(match.1)
    {
      let (month, day) = (match.2.flatMap { Int($0) } ?? 1, match.3.flatMap { Int($0) } ?? 1)
      // Rejects dates such as February 31, which a calendar would turn into a day in March.
      guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
      else { return nil }
      value = .day(year: year, month: month, day: day)
    } else if let match = text.wholeMatch(of: /([0-9]{1,4})(h|d|w|mo|y)/), let count = Int(match.1),
      let unit = Unit(rawValue: String(match.2))
    {
      value = .ago(count, unit)
    } else if ["today", "yesterday"].contains(text) {
      value = .daysBeforeToday(text == "today" ? 0 : 1)
    } else {
      return nil
    }
  }

  /// Returns the date of the point in time.
  /// - Parameters:
  ///   - now: the current time, for relative dates.
  ///   - calendar: a Gregorian calendar with the time zone.
  public func date(
    now: Date, calendar: Calendar = Calendar(identifier: .gregorian)
  ) -> Date {
    let date: Date? =
      switch value {
      case .day(let year, let month, let day):
        calendar.date(from: DateComponents(year: year, month: month, day: day))
      case .daysBeforeToday(let days):
        calendar.date(byAdding: .day, value: -days, to: calendar.startOfDay(for: now))
      case .ago(let count, .h): calendar.date(byAdding: .hour, value: -count, to: now)
      case .ago(let count, .d): calendar.date(byAdding: .day, value: -count, to: now)
      case .ago(let count, .w): calendar.date(byAdding: .day, value: -7 * count, to: now)
      case .ago(let count, .mo): calendar.date(byAdding: .month, value: -count, to: now)
      case .ago(let count, .y): calendar.date(byAdding: .year, value: -count, to: now)
      }
    // Only dates before all calendars can't be computed.
    return date ?? .distantPast
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
