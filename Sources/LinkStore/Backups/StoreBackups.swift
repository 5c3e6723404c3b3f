package import Foundation

/// The copies of the saved links that are made once a day, in a folder beside their file.
///
/// The last seven copies are kept, and of the time before one a week, for four weeks. Days on which
/// nothing changed have none.
package struct StoreBackups: Sendable {
  /// The copy of one day.
  package struct Backup: Hashable, Sendable {
    package let file: URL
    /// The day in the local time zone, such as `2026-11-28`.
    package let day: String

    /// When the file that it's a copy of was last written to before.
    var lastChange: Date? { StoreBackups.lastChange(of: file.path(percentEncoded: false)) }
  }

  /// The folder, which may not exist yet.
  package let folder: URL

  /// - Parameter file: the file of the saved links.
  init(of file: String) {
    folder = URL(filePath: file).deletingLastPathComponent()
      .appending(path: "backups", directoryHint: .isDirectory)
  }

  /// The copies beside the file at a location.
  package init(of location: StoreLocation) {
    self.init(of: location.dataFile.path(percentEncoded: false))
  }

  /// All copies, the newest first.
  package var all: [Backup] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
      ?? []
    return names.compactMap { name in
      name.wholeMatch(of: /saved-([0-9]{4}-[0-9]{2}-[0-9]{2})\.sqlite/).map {
        Backup(file: folder.appending(path: name), day: String($0.1))
      }
    }
    .sorted { $0.day > $1.day }
  }

  /// The copy of a day, whether or not it has been made.
  func backup(on date: Date) -> Backup {
    let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day().format(date)
    return Backup(file: folder.appending(path: "saved-\(day).sqlite"), day: day)
  }

  /// Removes the copies that aren't kept any longer.
  func prune() {
    let all = all
    let kept = Self.kept(all.map(\.day))
    for backup in all where !kept.contains(backup.day) {
      try? FileManager.default.removeItem(at: backup.file)
    }
    StoreCopy.removeUnfinished(in: folder)
  }

  static func lastChange(of path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }

  private static let dayCount = 7
  private static let weekCount = 4

  /// Returns the days whose copies are kept.
  /// - Parameter days: the newest first.
  static func kept(_ days: [String]) -> Set<String> {
    var kept = Set(days.prefix(dayCount))
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    var weeks: Set<DateComponents> = []
    for day in days.dropFirst(dayCount) where weeks.count < weekCount {
      guard let date = try? Date("\(day)T12:00:00Z", strategy: .iso8601) else { continue }
      let week = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
      if weeks.insert(week).inserted { kept.insert(day) }
    }
    return kept
  }
}
