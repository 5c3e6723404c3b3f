import Foundation

/// The day something was published, as people say it.
enum PublicationTime {
  /// `3 days ago` for what is recent, else the day: `27 Jul 2021`. Always the day without a present.
  static func text(for moment: Date, now: Date?) -> String {
    guard let now else { return day(moment) }
    let age = now.timeIntervalSince(moment)
    switch age {
    // What has only a day stands for noon of it, which may be yet to come.
    case -86_400..<0: return "today"
    case 0..<recent: return RelativeTime.text(from: moment, to: now)
    default: return day(moment)
    }
  }

  /// `27 Jul 2021, 14:05 UTC`; the day alone for noon, which stands for a day without a time.
  static func exact(_ moment: Date) -> String {
    let seconds = Int(moment.timeIntervalSince1970.rounded(.down))
    let minutes = ((seconds % 86_400) + 86_400) % 86_400 / 60
    guard minutes != 12 * 60 || seconds % 60 != 0 else { return day(moment) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day(moment)), \(two(minutes / 60)):\(two(minutes % 60)) UTC"
  }

  /// Seven weeks, in seconds: later, a day says more than a number of months.
  private static let recent: TimeInterval = 49 * 86_400

  /// In UTC, in which metadata tells days.
  private static func day(_ moment: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: moment)
    guard let year = parts.year, let month = parts.month, let day = parts.day,
      months.indices.contains(month - 1)
    else { return "" }
    return "\(day) \(months[month - 1]) \(year)"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
