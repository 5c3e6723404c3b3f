public import Foundation
import Localization

/// Formats times relative to the current time, in whole units that have passed. For example, 47
/// hours are one day.
public enum RelativeTime {
  /// Returns the age of a moment: `just now`, `3 hours ago`, `1 week ago`.
  public static func text(from moment: Date, to now: Date) -> String {
    guard let (count, unit) = age(from: moment, to: now) else { return localized("just now") }
    return switch unit {
    case .minute: localized("\(count, "minute") ago")
    case .hour: localized("\(count, "hour") ago")
    case .day: localized("\(count, "day") ago")
    case .week: localized("\(count, "week") ago")
    case .month: localized("\(count, "month") ago")
    case .year: localized("\(count, "year") ago")
    }
  }

  /// Whether a moment is less than a minute ago, or yet to come.
  package static func isRecent(_ moment: Date, at now: Date) -> Bool {
    age(from: moment, to: now) == nil
  }

  /// Returns the age in few columns, in English at most four, for lists: `now`, `5m`, `3h`, `2d`, `6w`,
  /// `6mo`, `2y`.
  package static func short(from moment: Date, to now: Date) -> String {
    guard let (count, unit) = age(from: moment, to: now) else { return localized("now") }
    guard count < 1000 else { return localized("old") }
    return switch unit {
    case .minute: localized("\(count)m")
    case .hour: localized("\(count)h")
    case .day: localized("\(count)d")
    case .week: localized("\(count)w")
    case .month: localized("\(count)mo")
    case .year: localized("\(count)y")
    }
  }

  /// Returns the number of whole units that have passed, or nil for less than a minute and for
  /// moments in the future.
  private static func age(from moment: Date, to now: Date) -> (count: Int, unit: Unit)? {
    // A moment may come from a broken clock or a hostile file.
    let seconds = Int(max(-1e12, min(1e12, now.timeIntervalSince(moment))))
    let unit: Unit? = Unit.allCases.last { seconds >= $0.start }
    return unit.map { (seconds / $0.seconds, $0) }
  }

  private enum Unit: CaseIterable {
    case minute, hour, day, week, month, year

    var seconds: Int {
      switch self {
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      case .week: 7 * 86_400
      case .month: 30 * 86_400
      case .year: 365 * 86_400
      }
    }

    /// The age in seconds from which the unit is used. Days are used for more than one week, and
    /// weeks for more than one month.
    var start: Int {
      switch self {
      case .minute, .hour, .day, .year: seconds
      case .week, .month: 2 * seconds
      }
    }
  }
}
