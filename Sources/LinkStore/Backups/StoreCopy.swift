import Foundation
import GRDB
import Links

/// A copy of a store, made by SQLite itself.
enum StoreCopy {
  /// The end of a copy's name until it's complete, so that a program that's killed leaves no half at
  /// the name of a copy.
  private static let unfinished = ".new-XXXXXX"

  /// Copies what a connection reads to a new file that only its owner can read, and waits until it's
  /// on the disk.
  ///
  /// SQLite writes a compact and complete file of one moment, and holds up no other program
  /// (https://www.sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause).
  /// - Parameter path: where ``move(_:to:replaces:)`` puts the copy.
  /// - Returns: the path of the copy.
  static func write(_ connection: DatabaseQueue, beside path: String) async throws -> String {
    var name = "\(path)\(unfinished)".utf8CString.map(\.self)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw systemError }
    defer { close(descriptor) }
    let copy = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do {
      try await connection.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
      }
      try connection.close()
      guard fsync(descriptor) == 0 else { throw systemError }
      return copy
    } catch {
      remove(copy)
      throw error
    }
  }

  /// Gives a copy its name at once.
  /// - Parameter replaces: whether a file may have the name already.
  static func move(_ copy: String, to path: String, replaces: Bool) throws {
    if !replaces {
      // A second name fails if the file is there, which a new name doesn't.
      if link(copy, path) == 0 {
        unlink(copy)
        return sync(folderOf: path)
      }
      // Some file systems, such as those of USB sticks, have no second names.
      guard errno != EEXIST, access(path, F_OK) != 0 else { throw POSIXError(.EEXIST) }
    }
    guard rename(copy, path) == 0 else { throw systemError }
    sync(folderOf: path)
  }

  /// Waits until the names in a folder are on the disk.
  static func sync(folderOf path: String) {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  static func remove(_ copy: String) {
    for suffix in ["", "-journal"] { unlink(copy + suffix) }
  }

  /// Removes what programs that were killed have left in a folder more than a day ago. A copy takes
  /// minutes at most.
  static func removeUnfinished(in folder: URL) {
    let path = folder.path(percentEncoded: false)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where name.wholeMatch(of: /saved(?:-[0-9-]{10})?\.sqlite\.new-\w{6}(?:-journal)?/) != nil {
      let file = folder.appending(path: name).path(percentEncoded: false)
      if let date = StoreBackups.lastChange(of: file), date < Date(timeIntervalSinceNow: -86_400) {
        unlink(file)
      }
    }
  }

  static var systemError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// Returns what an error of ``write(_:beside:)`` or ``move(_:to:replaces:)`` means.
  /// - Parameters:
  ///   - source: the file that was copied, and what it is.
  ///   - path: the path of the copy.
  static func meaning(of error: any Error, source: StoreOpener, path: String) -> StoreError {
    if let error = error as? POSIXError {
      return .readOnly(path: path, reason: StorePath.reason(error.code.rawValue))
    }
    let isOfSource =
      [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains((error as? DatabaseError)?.resultCode)
    return StoreError(
      error, path: isOfSource ? source.path : path,
      holds: isOfSource ? source.content : .savedLinks)
  }
}
