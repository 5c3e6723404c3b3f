package import Foundation

/// Parses the dates that pages contain: ISO 8601, RFC 5322, seconds since 1970, and what people
/// type.
package enum PublicationDate {
  /// Returns the moment that `text` names. Returns nil if the text isn't a date, or if no page can
  /// have been published then.
  ///
  /// A day without a time means noon UTC, which is the same day nearly everywhere. A time without a
  /// zone is UTC.
  package static func date(_ text: String) -> Date? {
    let tokens = DateToken.tokens(of: text)
    if tokens.count == 1, case .number(let number, let digits) = tokens[0] {
      return compact(number, digits: digits)
    }
    // ISO 8601's basic format: `20160524T180003-0700`.
    if case .number(let number, 8)? = tokens.first {
      return moment(day(compact: number), TimeOfDay(compact: tokens.dropFirst()))
    }
    guard let (day, range) = numericDay(tokens) ?? namedDay(tokens) else { return nil }
    // The time usually follows the day, but not in "10:30, May 1, 2024" or "May 1 10:30 EDT 2024".
    let time =
      TimeOfDay(tokens: tokens[range.upperBound...])
      ?? TimeOfDay(tokens: tokens[..<range.lowerBound]) ?? TimeOfDay(between: tokens[range])
    return moment(day, time)
  }

  /// Returns the day in a path such as `/2016/05/24/title` or `/20160524/title`, or nil if there's
  /// none.
  package static func date(inPathOf url: URL) -> Date? {
    let numbers = url.path(percentEncoded: false).split { $0 == "/" }.map { part -> DateToken? in
      // Most path segments contain a word.
      if part.utf8.prefix(80).contains(where: \.isASCIILetter) { return nil }
      let tokens = DateToken.tokens(of: part)
      return tokens.count == 1 ? tokens[0] : nil
    }
    for index in numbers.indices {
      guard case .number(let year, let digits)? = numbers[index] else { continue }
      if digits == 8, let date = moment(day(compact: year), nil) { return date }
      guard digits == 4, index + 2 < numbers.count,
        case .number(let month, 1...2)? = numbers[index + 1],
        case .number(let day, 1...2)? = numbers[index + 2]
      else { continue }
      if let date = moment(Day(year: year, month: month, day: day), nil) { return date }
    }
    return nil
  }

  struct Day {
    var year: Int
    var month: Int
    var day: Int
  }

  /// Parses `20160524`, `20160524093000`, or seconds or milliseconds since 1970.
  private static func compact(_ number: Int, digits: Int) -> Date? {
    switch digits {
    case 8: return moment(day(compact: number), nil)
    case 14:
      let time = number % 1_000_000
      return moment(
        day(compact: number / 1_000_000),
        TimeOfDay(hour: time / 10_000, minute: time / 100 % 100, second: time % 100))
    case 9, 10: return moment(seconds: number)
    case 13: return moment(seconds: number / 1_000)
    default: return nil
    }
  }

  /// Returns a moment for seconds since 1970. Nil for a year that no page is from, because the
  /// number means something else then. Ten digits reach to the year 2286.
  private static func moment(seconds: Int) -> Date? {
    let end = daysSince1970(Day(year: lastYear + 1, month: 1, day: 1)) * 86_400
    return seconds < end ? Date(timeIntervalSince1970: Double(seconds)) : nil
  }

  private static let lastYear = 2200

  private static func day(compact number: Int) -> Day {
    Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Finds `2016-05-24`, `24.05.2016` or `5/24/2016`. With slashes, the month comes first unless it
  /// can't.
  private static func numericDay(_ tokens: [DateToken]) -> (Day, Range<Int>)? {
    for start in tokens.indices where start + 4 < tokens.count {
      guard case .number(let first, let digits) = tokens[start],
        case .mark(let mark) = tokens[start + 1],
        case .number(let second, 1...2) = tokens[start + 2],
        case .mark(let again) = tokens[start + 3],
        case .number(let third, let lastDigits) = tokens[start + 4]
      else { continue }
      let isEastAsian =
        digits == 4 && (mark == "年" && again == "月" || mark == "년" && again == "월")
      guard isEastAsian || (mark == again && "-/.:".contains(mark)) else { continue }
      let end = min(start + (isEastAsian ? 6 : 5), tokens.count)
      if digits == 4, lastDigits <= 2 {
        return (Day(year: first, month: second, day: third), start..<end)
      }
      if digits <= 2, lastDigits == 4 {
        let monthFirst = mark == "/" && first <= 12
        return (
          Day(year: third, month: monthFirst ? first : second, day: monthFirst ? second : first),
          start..<end
        )
      }
    }
    return nil
  }

  /// Finds `May 24, 2016`, `Tue, 24 May 2016` or `Tue May 24 18:00:00 2016`.
  private static func namedDay(_ tokens: [DateToken]) -> (Day, Range<Int>)? {
    var month: Int?
    var day: Int?
    var start: Int?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .word(let word):
        guard month == nil, let named = MonthNames.month(word) else { continue }
        month = named
        start = start ?? index
      case .number(let year, 4):
        guard let month, let day, let start else { continue }
        return (Day(year: year, month: month, day: day), start..<index + 1)
      case .number(let number, 1...2):
        let isOfTime =
          tokens[..<index].last == .mark(":") || tokens[index...].dropFirst().first == .mark(":")
        guard day == nil, !isOfTime else { continue }
        day = number
        start = start ?? index
      default: break
      }
    }
    return nil
  }

  /// Whether a moment stands for a day without a time.
  package static func isDayOnly(_ moment: Date) -> Bool {
    let seconds = Int(moment.timeIntervalSince1970.rounded(.down)) % 86_400
    return (seconds + 86_400) % 86_400 == noon.seconds
  }

  private static let noon = TimeOfDay(hour: 12)

  static func moment(_ day: Day, _ time: TimeOfDay?) -> Date? {
    guard (1900...lastYear).contains(day.year), (1...12).contains(day.month),
      (1...Self.length(ofMonth: day.month, year: day.year)).contains(day.day)
    else { return nil }
    let time = time ?? noon
    let seconds = daysSince1970(day) * 86_400 + time.seconds
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days since 1970 in the Gregorian calendar. Counts years from March, so that the
  /// leap day comes last.
  private static func daysSince1970(_ day: Day) -> Int {
    let year = day.month <= 2 ? day.year - 1 : day.year
    let dayOfYear = (153 * ((day.month + 9) % 12) + 2) / 5 + day.day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
