/// Why the store can't do what was asked. The description is one line for people, and says what to do.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is there but may not be read.
  case unreadable(path: String, reason: String)
  /// The file is no database, or a damaged one. It is left as it is.
  case corrupt(path: String, holds: Content)
  /// The file is a database of some other program.
  case foreign(path: String)
  /// The file was made by a newer version.
  case newer(path: String)
  /// Nothing can be written there; reading goes on.
  case readOnly(path: String, reason: String)
  /// The disk is full.
  case full(path: String)
  /// Another program holds the file for too long.
  case busy(path: String)
  /// While the program ran, the file was deleted, and a new one was made in its place.
  case begunAnew(path: String)
  /// While the program ran, another file came into its place.
  case replaced(path: String)
  /// The cache could not be read, and now has another name; a new one was made.
  case setAside(path: String, newPath: String)
  /// There is no cache, for this reason.
  indirect case withoutCache(StoreError)
  case failed(path: String, reason: String)
  /// It was asked to stop.
  case stopped

  /// What a file of the store holds.
  public enum Content: Hashable, Sendable { case savedLinks, cache }

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .corrupt(let path, .savedLinks):
      "\(path) is damaged or no database; it was left as it is: move it away, or restore a backup"
    case .corrupt(let path, .cache):
      "\(path) is damaged or no database"
    case .foreign(let path): "\(path) belongs to another program; move it away"
    case .newer(let path): "\(path) was written by a newer version; update this program"
    case .readOnly(let path, let reason): "\(reason): cannot write \(path)"
    case .full(let path): "cannot write \(path): the disk is full"
    case .busy(let path): "\(path) is held by another program; try again"
    case .begunAnew(let path):
      "saved links begin anew: \(path) was deleted by another program"
    case .replaced(let path):
      "look at the list anew: \(path) was replaced by another program"
    case .setAside(let path, let newPath):
      "a new cache was begun: \(path) could not be used and was renamed to \(newPath)"
    case .withoutCache(let reason): "going on without a cache: \(reason)"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .stopped: "it was stopped"
    }
  }
}
