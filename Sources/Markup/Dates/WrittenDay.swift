package import Foundation

/// A day that a text for readers names.
///
/// The text may be about anything, so only certain dates count: all parts have to be present and
/// next to each other. ``PublicationDate`` parses texts that are known to be a date.
package struct WrittenDay: Hashable, Sendable {
  /// Noon UTC of the day.
  package let date: Date
  /// The other possible day of a date such as `5/6/2020`. Then ``date`` has the day first.
  package let monthFirst: Date?
  /// Whether the year has only two digits.
  package let isAbbreviated: Bool

}

/// The days in a line of text, with counts of the other words and times.
package struct WrittenDays: Sendable {
  package private(set) var days: [WrittenDay] = []
  /// The number of words that aren't part of a day.
  package private(set) var otherWords = 0
  /// The number of times of day. Two times make a period.
  package private(set) var times = 0

  package init(in text: String) {
    let tokens = DateToken.tokens(of: text, limit: 200)
    var index = 0
    while index < tokens.count {
      var reader = WrittenDayReader(tokens: tokens, position: index)
      if let day = reader.day() {
        days.append(day)
        index = reader.position
        continue
      }
      switch tokens[index] {
      case .word: otherWords += 1
      case .mark(":"):
        if case .number? = tokens[..<index].last,
          case .number(_, 2)? = tokens[index...].dropFirst().first,
          index < 3 || tokens[index - 2] != .mark(":")
        {
          times += 1
        }
      default: break
      }
      index += 1
    }
  }
}

/// Reads a day at a position in the tokens of a text.
private struct WrittenDayReader {
  let tokens: [DateToken]
  var position: Int

  private static let patterns: [@Sendable (inout Self) -> WrittenDay?] = [
    { $0.yearFirst() }, { $0.numeric() }, { $0.dayFirst() }, { $0.monthFirst() },
  ]

  mutating func day() -> WrittenDay? {
    for read in Self.patterns {
      var reader = self
      if let day = read(&reader), !isPartOfNumber(position..<reader.position) {
        position = reader.position
        return day
      }
    }
    return nil
  }

  /// Whether the digits belong to something longer, such as a version number.
  private func isPartOfNumber(_ range: Range<Int>) -> Bool {
    func isJoined(_ mark: Int, _ number: Int) -> Bool {
      guard tokens.indices.contains(mark), tokens.indices.contains(number),
        case .number = tokens[number]
      else { return false }
      return tokens[mark] == .mark(".") || tokens[mark] == .mark("/")
    }
    return isJoined(range.lowerBound - 1, range.lowerBound - 2)
      || isJoined(range.upperBound, range.upperBound + 1)
  }

  private var next: DateToken? { position < tokens.count ? tokens[position] : nil }

  private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    guard case .number(let number, digits)? = next else { return nil }
    position += 1
    return number
  }

  private mutating func skip(_ marks: String, _ words: Set<String> = []) {
    while position < tokens.count {
      switch tokens[position] {
      case .mark(let mark) where marks.contains(mark): position += 1
      case .word(let word) where words.contains(word): position += 1
      default: return
      }
    }
  }

  private mutating func mark(_ marks: String) -> Character? {
    guard case .mark(let mark)? = next, marks.contains(mark) else { return nil }
    position += 1
    return mark
  }

  private mutating func month() -> Int? {
    guard case .word(let word)? = next, let month = MonthNames.exactMonth(word) else { return nil }
    position += 1
    return month
  }

  /// `2020-05-24`, `2020年5月24日`, `2020. május 24.`
  private mutating func yearFirst() -> WrittenDay? {
    guard let year = number(4...4) else { return nil }
    let joint = mark("-/.年년")
    if let month = month() { return number(1...2).flatMap { Self.written(year, month, $0) } }
    guard let joint, let month = number(1...2),
      mark(joint == "年" ? "月" : joint == "년" ? "월" : String(joint)) != nil
    else { return nil }
    return number(1...2).flatMap { Self.written(year, month, $0) }
  }

  /// `24.05.2020`, `24/5/20`. With slashes or dashes, the month may come first.
  private mutating func numeric() -> WrittenDay? {
    guard let first = number(1...2), let joint = mark("./-"), let second = number(1...2),
      mark(String(joint)) != nil, let written = number(2...4), written < 100 || written > 999
    else { return nil }
    let isAbbreviated = written < 100
    let year = isAbbreviated ? (written < 70 ? 2000 : 1900) + written : written
    let day = Self.moment(year, second, first)
    let swapped = joint == "." ? nil : Self.moment(year, first, second)
    guard let date = day ?? swapped else { return nil }
    return WrittenDay(
      date: date, monthFirst: day == nil || first == second ? nil : swapped,
      isAbbreviated: isAbbreviated)
  }

  private static let ordinals: Set = ["st", "nd", "rd", "th", "er", "de", "of", "d"]
  private static let yearWords: Set = ["de", "del"]

  /// `24. Mai 2020`, `24 de mayo de 2020`, `24th of May, 2020`
  private mutating func dayFirst() -> WrittenDay? {
    guard let day = number(1...2) else { return nil }
    skip(".,º°-/'’", Self.ordinals)
    guard let month = month() else { return nil }
    skip(".,-/", Self.yearWords)
    return number(4...4).flatMap { Self.written($0, month, day) }
  }

  /// `May 24, 2020`
  private mutating func monthFirst() -> WrittenDay? {
    guard let month = month() else { return nil }
    skip(".")
    guard let day = number(1...2) else { return nil }
    skip(".,", Self.ordinals)
    return number(4...4).flatMap { Self.written($0, month, day) }
  }

  private static func written(_ year: Int, _ month: Int, _ day: Int) -> WrittenDay? {
    moment(year, month, day).map { WrittenDay(date: $0, monthFirst: nil, isAbbreviated: false) }
  }

  private static func moment(_ year: Int, _ month: Int, _ day: Int) -> Date? {
    PublicationDate.moment(PublicationDate.Day(year: year, month: month, day: day), nil)
  }
}
