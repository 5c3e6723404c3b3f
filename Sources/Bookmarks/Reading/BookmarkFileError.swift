public import Foundation
import Localization

/// The reason why a bookmark file can't be read at all. `file` is its path, or `standard input`.
public enum BookmarkFileError: Error, Hashable, Sendable {
  /// The system refuses to read the file, for the given reason.
  case unreadable(file: String, reason: String)
  /// The beginning matches none of the formats.
  case unknownFormat(file: String)
  /// The file is larger than `limit` bytes.
  case tooLarge(file: String, limit: Int)
  /// The gzip file has more than `limit` bytes when it's inflated.
  case tooLargeInflated(file: String, limit: Int)
  /// The file has more than `limit` links.
  case tooManyLinks(file: String, limit: Int)
  /// The gzip file is damaged, or its end is missing.
  case damagedGzip(file: String)
  /// The zip archive is damaged, its end is missing, or it's of a kind that isn't read.
  case damagedZip(file: String)
  /// The zip archive has no file of bookmarks.
  case emptyZip(file: String)
  /// The file is damaged, or isn't a database.
  case notADatabase(file: String)
  /// The file is a database, but not Firefox's bookmarks.
  case foreignDatabase(file: String)
  /// Firefox kept writing while its database was copied.
  case busy(file: String)
  /// The content isn't what the format requires. The reason says where.
  case malformed(file: String, format: BookmarkFormat, reason: String)
  /// The task was cancelled, or the receiver of the entries stopped the reading.
  case cancelled
}

extension BookmarkFileError: LocalizedError, CustomStringConvertible {
  /// One sentence for people that names the problem and a remedy.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): localized("cannot read \(file): \(reason)")
    case .unknownFormat(let file):
      localized(
        """
        \(file) is of no known format; name it if it is one of \
        \(BookmarkFormat.allCases.map(\.rawValue).list)
        """)
    case .tooLarge(let file, let limit): localized("\(file) is larger than \(limit >> 20) MB")
    case .tooLargeInflated(let file, let limit):
      localized("\(file) is larger than \(limit >> 20) MB when it's decompressed")
    case .tooManyLinks(let file, let limit): localized("\(file) has more than \(limit, "link")")
    case .damagedGzip(let file): localized("\(file) is a damaged gzip file, or its end is missing")
    case .damagedZip(let file):
      localized("\(file) is a damaged zip archive, or one that can't be read; unpack it first")
    case .emptyZip(let file): localized("\(file) is a zip archive without a file of bookmarks")
    case .notADatabase(let file): localized("\(file) is damaged or isn't an SQLite database")
    case .foreignDatabase(let file):
      localized("\(file) is a database, but not Firefox's places.sqlite")
    case .busy(let file): localized("\(file) keeps changing; close Firefox and try again")
    case .malformed(let file, let format, let reason):
      localized("\(file) is no valid \(format.rawValue) file: \(reason)")
    case .cancelled: localized("reading was cancelled")
    }
  }

  public var errorDescription: String? { description }
}
