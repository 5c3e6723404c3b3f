import Foundation
import Links
import Localization
import Markup

/// Formats the publication date of a page.
enum PublicationTime {
  /// Returns `3 days ago` for a recent time, otherwise the date: `27 Jul 2021`. Without a current
  /// time, always returns the date.
  static func text(for moment: Date, now: Date?) -> String {
    guard let now else { return day(moment) }
    let age = now.timeIntervalSince(moment)
    switch age {
    // A date without a time is stored as noon, which may still be ahead today.
    case -86_400..<0: return localized("today")
    case 0..<recent: return RelativeTime.text(from: moment, to: now)
    default: return day(moment)
    }
  }

  /// Returns `27 Jul 2021, 14:05 UTC`, or only the date for noon, because a date without a time is
  /// stored as noon.
  static func exact(_ moment: Date) -> String {
    if PublicationDate.isDayOnly(moment) { return day(moment) }
    guard let locale = Locale.ofTranslation else { return moment.formatted(exactFormat) }
    var style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale)
    style.timeZone = .gmt
    return localized("\(moment.formatted(style)) UTC")
  }

  /// Seven weeks, in seconds. For older pages, a date is more useful than a number of months.
  private static let recent: TimeInterval = 49 * 86_400

  /// Formats the date in UTC, because metadata states dates in UTC.
  private static func day(_ moment: Date) -> String {
    guard let locale = Locale.ofTranslation else { return moment.formatted(dayFormat) }
    var style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)
    style.timeZone = .gmt
    return moment.formatted(style)
  }

  private static let dayFormat = format(
    "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)")

  private static let exactFormat = format(
    """
    \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits), \
    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) UTC
    """)

  /// English, in the Gregorian calendar, independent of the locale.
  private static func format(_ format: Date.FormatString) -> Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
  }
}

extension Locale {
  /// The conventions of the reader's language. Nil for English, whose formats are the program's own.
  static var ofTranslation: Locale? {
    guard let language = Catalogue.current?.language, language != .marked else { return nil }
    return Locale(identifier: language.rawValue)
  }

  /// The conventions of the reader's language.
  static var ofReader: Locale { ofTranslation ?? Locale(identifier: "en") }
}
