import Localization

/// An error of the store. The description is one line for people and says what to do.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file exists but can't be read.
  case unreadable(path: String, reason: String)
  /// The file is damaged or isn't a database. It's left unchanged. `backup` is the day of the newest
  /// copy, such as `2026-11-28`.
  case corrupt(path: String, holds: Content, backup: String? = nil)
  /// The file is another program's database.
  case foreign(path: String)
  /// The file was written by a newer version of this program.
  case newer(path: String)
  /// The file can't be written. Reading still works.
  case readOnly(path: String, reason: String)
  /// The disk is full.
  case full(path: String)
  /// Another program kept the file locked for too long.
  case busy(path: String)
  /// The file was deleted while the program was running, and a new one was created.
  case recreated(path: String)
  /// The file was replaced by another one while the program was running.
  case replaced(path: String)
  /// The file's write-ahead log was removed while a program had it open.
  case logRemoved(path: String)
  /// The cache couldn't be read, so it was renamed and a new one was created.
  case setAside(path: String, newPath: String)
  /// The program runs without a cache, for this reason.
  indirect case cacheUnavailable(StoreError)
  /// Another command undid the changes that a running command had made so far.
  case undone
  /// Anything else, with a reason for people.
  case failed(path: String, reason: String)
  /// The task was cancelled.
  case stopped

  /// The content of a file of the store.
  public enum Content: Hashable, Sendable { case savedLinks, cache, backup }

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): localized("cannot read \(path): \(reason)")
    case .corrupt(let path, .savedLinks, let backup?):
      localized(
        "\(path) is damaged or isn't a database; it was left as it is: raylette restore brings back the backup of \(backup)"
      )
    case .corrupt(let path, .savedLinks, nil):
      localized(
        "\(path) is damaged or isn't a database; it was left as it is, and there's no backup yet: restore one of yours, or move it away"
      )
    case .corrupt(let path, .cache, _), .corrupt(let path, .backup, _):
      localized("\(path) is damaged or isn't a database")
    case .foreign(let path): localized("\(path) belongs to another program; move it away")
    case .newer(let path): localized("\(path) was written by a newer version; update this program")
    case .readOnly(let path, let reason): localized("\(reason): cannot write \(path)")
    case .full(let path): localized("cannot write \(path): the disk is full")
    case .busy(let path): localized("\(path) is locked by another program; try again")
    case .recreated(let path):
      localized("another program deleted the saved links; a new list was started: \(path)")
    case .replaced(let path):
      localized("another program replaced the saved links; the list was reloaded: \(path)")
    case .logRemoved(let path):
      localized(
        "\(path)-wal was removed while another raylette used it; quit that one, which then writes what it knows to \(path), and try again"
      )
    case .setAside(let path, let newPath):
      localized("started a new cache: \(path) couldn't be used and was renamed to \(newPath)")
    case .cacheUnavailable(let reason): localized("continuing without a cache: \(reason)")
    case .failed(let path, let reason): localized("\(path): \(reason)")
    case .undone: localized("another command has undone what was changed so far")
    case .stopped: localized("it was stopped")
    }
  }
}
