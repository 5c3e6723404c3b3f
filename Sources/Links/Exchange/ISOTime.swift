/// Converts moments to and from the form in a log: `2026-11-22T23:25:41.123Z`
/// (https://www.rfc-editor.org/rfc/rfc3339). Many times faster than Foundation's formats, and exact
/// to the millisecond in both directions.
package enum ISOTime {
  package static func text(_ milliseconds: Int64) -> String {
    let day = milliseconds.floored(by: 86_400_000)
    var remainder = milliseconds - day * 86_400_000
    let (year, month, date) = civil(day)
    func part(_ unit: Int64, _ width: Int) -> String {
      defer { remainder %= unit }
      return padded(remainder / unit, width)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T"
      + "\(part(3_600_000, 2)):\(part(60_000, 2)):\(part(1000, 2)).\(part(1, 3))Z"
  }

  /// Returns milliseconds since 1970, or nil for any other form.
  package static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00.000Z".utf8)
    guard bytes.count == form.count else { return nil }
    for (byte, expected) in zip(bytes, form) {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard expected == UInt8(ascii: "0") ? isDigit : byte == expected else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
    let (month, date) = (number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), (1...31).contains(date), hour < 24, minute < 60, second < 60
    else { return nil }
    let day = days(number(0..<4), month, date)
    // Rejects dates such as February 31.
    guard civil(day) == (number(0..<4), month, date) else { return nil }
    return ((day * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + number(20..<23)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(max(0, number))
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The days from 1970 to a date. Years begin in March, so that a leap day is the last one
  /// (https://howardhinnant.github.io/date_algorithms.html).
  private static func days(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floored(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let day = day + 719_468
    let era = day.floored(by: 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month + (month < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, date)
  }
}

extension Int64 {
  /// Divides and rounds down, also below zero.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
