public import Foundation

/// Formats times relative to the current time.
public enum RelativeTime {
  /// Returns roughly how long before `now` a moment was: `just now`, `3 hours ago`, `last week`.
  public static func text(from moment: Date, to now: Date) -> String {
    let seconds = Int(now.timeIntervalSince(moment))
    let (minute, hour, day) = (60, 3600, 86_400)
    return switch seconds {
    case ..<45: "just now"
    case ..<(90 * minute): count(max(1, (seconds + 30) / minute), "minute")
    case ..<(22 * hour): count((seconds + hour / 2) / hour, "hour")
    case ..<(36 * hour): "yesterday"
    case ..<(7 * day): count(max(2, seconds / day), "day")
    case ..<(11 * day): "last week"
    case ..<(50 * day): count((seconds + 3 * day) / (7 * day), "week")
    case ..<(330 * day): count((seconds + 15 * day) / (30 * day), "month")
    case ..<(548 * day): "last year"
    default: count((seconds + 182 * day) / (365 * day), "year")
    }
  }

  /// Returns the same in at most four columns, for lists: `now`, `5m`, `3h`, `2d`, `6w`, `6mo`,
  /// `2y`.
  static func short(from moment: Date, to now: Date) -> String {
    let seconds = Int(now.timeIntervalSince(moment))
    let (minute, hour, day) = (60, 3600, 86_400)
    return switch seconds {
    case ..<minute: "now"
    case ..<hour: "\(seconds / minute)m"
    case ..<day: "\(seconds / hour)h"
    case ..<(14 * day): "\(seconds / day)d"
    case ..<(60 * day): "\(seconds / (7 * day))w"
    case ..<(365 * day): "\(seconds / (30 * day))mo"
    case ..<(1000 * 365 * day): "\(seconds / (365 * day))y"
    default: "old"
    }
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") ago"
  }
}
