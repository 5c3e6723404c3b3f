public import Foundation

/// Why a file of bookmarks can't be read at all. `file` is its path, or `standard input`.
public enum BookmarkFileError: Error, Hashable, Sendable {
  /// The system does not give it out; the reason is the system's.
  case unreadable(file: String, reason: String)
  /// Its beginning is of none of the formats.
  case unknownFormat(file: String)
  /// It has to be read as a whole, and is larger than this many bytes.
  case tooLarge(file: String, limit: Int)
  /// It is no database, or a damaged one.
  case notADatabase(file: String)
  /// It is a database, but not one of Firefox's bookmarks.
  case foreignDatabase(file: String)
  /// Firefox went on writing while its database was copied.
  case busy(file: String)
  /// It is not what its format asks for; the reason tells where.
  case malformed(file: String, format: BookmarkFormat, reason: String)
  /// The task was cancelled, or the receiver of the entries asked for no more.
  case cancelled
}

extension BookmarkFileError: LocalizedError, CustomStringConvertible {
  /// One sentence for people: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
    case .unknownFormat(let file):
      "\(file) is of no known format; name it if it is one of "
        + BookmarkFormat.allCases.map(\.rawValue).joined(separator: ", ")
    case .tooLarge(let file, let limit): "\(file) is larger than \(limit >> 20) MB"
    case .notADatabase(let file): "\(file) is damaged or no SQLite database"
    case .foreignDatabase(let file): "\(file) is a database, but not Firefox's places.sqlite"
    case .busy(let file): "\(file) changes all the time; close Firefox and try again"
    case .malformed(let file, let format, let reason):
      "\(file) is no valid \(format.rawValue) file: \(reason)"
    case .cancelled: "reading was cancelled"
    }
  }

  public var errorDescription: String? { description }
}
