import Foundation
import Links
import TerminalGrid

extension RelativeTime {
  /// The width of a list's column for short ages in the reader's language: `11mo`, `11か月`.
  static var shortColumns: Int {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let minute = 60.0
    let day = 24 * 60 * minute
    // The longest of each unit.
    return [0, 59 * minute, day - 1, 13 * day, 8 * 7 * day, 11 * 30 * day, 99 * 365 * day].map {
      DisplayWidth.columns(of: short(from: now - $0, to: now))
    }.max() ?? 0
  }
}
