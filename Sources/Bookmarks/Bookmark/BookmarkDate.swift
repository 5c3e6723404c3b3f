import Foundation
import Markup

/// Parses and formats dates as bookmark files contain them.
enum BookmarkDate {
  /// Parses a number, ISO 8601, or RFC 5322 as in OPML. Returns nil if the text isn't a date.
  static func date(_ text: String) -> Date? {
    // Eight digits that form a day in 1900 to 2099 aren't a second in August 1970.
    let isDay =
      text.utf8.count == 8
      && text.wholeMatch(of: /(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/) != nil
    if !isDay, let number = Double(text) { return date(number: number) }
    // Tries the most common formats first, exact to the millisecond, before formats that need
    // guessing.
    if text.utf8.first?.isASCIIDigit == true {
      if let date = (try? Date(text, strategy: withFraction))
        ?? (try? Date(text, strategy: .iso8601))
      {
        return date
      }
    }
    return PublicationDate.date(spacedDay(text))
  }

  /// Rewrites `10/Oct/2000:13:55:36 -0700`, the form of web servers, to `10 Oct 2000 13:55:36
  /// -0700`.
  private static func spacedDay(_ text: String) -> String {
    var parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].utf8.count == 3,
      !parts[1].utf8.contains(where: \.isASCIIDigit),
      let colon = parts[2].firstIndex(of: ":")
    else { return text }
    let time = parts[2][colon...].dropFirst()
    parts[2] = parts[2][..<colon]
    return "\(parts.joined(separator: " ")) \(time)"
  }

  /// Reads seconds, milliseconds or microseconds since 1970, or microseconds since 1601 as Chrome
  /// counts. Distinguishes them by magnitude, because programs write each under the same name. Zero
  /// means no date.
  static func date(number: Double) -> Date? {
    switch number {
    case 1..<1e11: Date(timeIntervalSince1970: number)
    case 1e11..<1e14: Date(timeIntervalSince1970: number / 1e3)
    case 1e14..<secondsTo1970 * 1e6: Date(timeIntervalSince1970: number / 1e6)
    case secondsTo1970 * 1e6..<1e17: Date(timeIntervalSince1970: number / 1e6 - secondsTo1970)
    default: nil
    }
  }

  /// Rounds a date to the millisecond. Returns nil before 1970 and after 9999, because nobody saved
  /// a link then.
  static func sanitized(_ date: Date) -> Date? {
    let seconds = (date.timeIntervalSince1970 * 1e3).rounded() / 1e3
    return (1..<253_402_300_800).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// Formats whole seconds since 1970. Like all formatters here, expects a ``sanitized(_:)`` date.
  static func seconds(_ date: Date) -> String { String(Int64(date.timeIntervalSince1970)) }

  /// Formats ISO 8601 with milliseconds.
  static func iso8601(_ date: Date) -> String {
    // The format truncates where it should round, and 0.3 may be stored as 0.2999.
    (date + 0.000_1).formatted(withFraction)
  }

  /// Formats RFC 5322, in whole seconds.
  static func rfc5322(_ date: Date) -> String { date.formatted(mailFormat) }

  private static let secondsTo1970 = 11_644_473_600.0

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static let mailFormat = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))
}
