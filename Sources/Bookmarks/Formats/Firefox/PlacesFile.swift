import Foundation
import GRDB
import Localization
import Markup

/// Reads Firefox's `places.sqlite` from a copy.
///
/// A running Firefox locks the file against every other process, and keeps new data in a
/// write-ahead log beside it. Opening the file read-only would fail on the lock. Opening it as
/// immutable would ignore the log and read pages while they change. So the file and the log are
/// copied to a private folder, again if Firefox wrote in the meantime, and SQLite combines the two
/// there.
struct PlacesFile {
  private let source: ByteSource
  private let folder: URL
  private var copy: URL { folder.appending(path: "places.sqlite") }

  /// Reads the bookmarks, 500 at a time.
  static func read(
    start: [UInt8], rest source: ByteSource,
    deliver: (inout [EntryReader.Entry]) throws(BookmarkFileError) -> Void
  ) throws(BookmarkFileError) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bookmarks-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      // Accessible to its owner only, because the file contains the browsing history too.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unreadable(file: source.name, reason: error.systemErrorText)
    }
    let places = PlacesFile(source: source, folder: folder)
    if let file = source.file {
      // A copied symbolic link would lead to the browser's own file, which SQLite then writes to.
      try places.copy(file.resolvingSymlinksInPath())
    } else {
      try places.spool(start: start, rest: source)
    }
    try places.readCopy(deliver)
  }

  // MARK: - Copying

  private static let companions = ["", "-wal", "-journal"]

  private func copy(_ file: URL) throws(BookmarkFileError) {
    let files = FileManager.default
    for _ in 0..<Self.attempts {
      let before = fingerprints(of: file)
      do {
        for suffix in Self.companions {
          let target = copy.path(percentEncoded: false) + suffix
          try? files.removeItem(atPath: target)
          // The log may have disappeared a moment ago, which the fingerprints show.
          guard before[suffix] != nil || suffix.isEmpty else { continue }
          try files.copyItem(atPath: file.path(percentEncoded: false) + suffix, toPath: target)
        }
      } catch  where fingerprints(of: file) == before {
        throw .unreadable(file: source.name, reason: error.systemErrorText)
      } catch {
        continue
      }
      if fingerprints(of: file) == before { return }
    }
    throw .busy(file: source.name)
  }

  /// The number of attempts to copy. Firefox writes in bursts a second or more apart.
  private static let attempts = 8

  /// The versions of the files that there are.
  private func fingerprints(of file: URL) -> [String: String] {
    var fingerprints: [String: String] = [:]
    for suffix in Self.companions {
      var status = stat()
      // Doesn't follow symbolic links. A pipe would never end.
      guard lstat(file.path(percentEncoded: false) + suffix, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      fingerprints[suffix] = FileVersion.text(of: status)
    }
    return fingerprints
  }

  /// Writes the content of a pipe to a file, because SQLite needs one.
  private func spool(start: [UInt8], rest source: ByteSource) throws(BookmarkFileError) {
    do {
      try Data().write(to: copy)
      let handle = try FileHandle(forWritingTo: copy)
      var piece = start
      while !piece.isEmpty {
        if Task.isCancelled { throw BookmarkFileError.cancelled }
        try handle.write(contentsOf: piece)
        piece = try source.nextPiece()
      }
      try handle.close()
    } catch let error as BookmarkFileError {
      throw error
    } catch {
      throw .unreadable(file: source.name, reason: error.systemErrorText)
    }
  }

  // MARK: - Reading

  private func readCopy(
    _ deliver: (inout [EntryReader.Entry]) throws(BookmarkFileError) -> Void
  ) throws(BookmarkFileError) {
    do {
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        // An untrusted database may have views that call functions.
        try db.execute(sql: "PRAGMA trusted_schema = OFF")
      }
      // Opens the copy for writing, because SQLite has to merge the log.
      let queue = try DatabaseQueue(
        path: copy.path(percentEncoded: false), configuration: configuration)
      try queue.read { db in
        // Of a profile that has never been used.
        if try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") == true {
          return
        }
        guard try db.tableExists("moz_bookmarks"), try db.tableExists("moz_places") else {
          throw BookmarkFileError.foreignDatabase(file: source.name)
        }
        try PlacesBookmarks(db).read(deliver)
      }
      try queue.close()
    } catch let error as BookmarkFileError {
      throw error
    } catch let error as DatabaseError {
      throw [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        ? .notADatabase(file: source.name)
        : .malformed(
          file: source.name, format: .firefox,
          reason: error.message ?? localized("SQLite error \(error.resultCode.rawValue)"))
    } catch {
      throw .malformed(file: source.name, format: .firefox, reason: error.systemErrorText)
    }
  }
}
