package import Foundation
import GRDB
package import Links
import Markup

extension SavedLinkStore {
  /// The copies of this file.
  package var backups: StoreBackups { StoreBackups(of: file.path) }

  /// Makes the day's copy, unless there's one already, or nothing has changed since the last one.
  /// Other programs and connections go on reading and writing meanwhile. Cancelling the task stops it.
  /// - Returns: the copy, if one was made.
  @discardableResult
  package func backUpIfDue(at date: Date) async throws(StoreError) -> StoreBackups.Backup? {
    let all = backups.all
    guard !all.contains(backups.backup(on: date)), let changed = lastChange,
      all.first?.lastChange.map({ abs($0.timeIntervalSince(changed)) < 0.001 }) != true
    else { return nil }
    return try await backUp(at: date)
  }

  /// Makes the day's copy anew.
  package func backUp(at date: Date) async throws(StoreError) -> StoreBackups.Backup {
    let backup = backups.backup(on: date)
    let path = backup.file.path(percentEncoded: false)
    do {
      try StoreFile.makeFolder(of: path)
    } catch {
      throw .readOnly(path: path, reason: error.systemErrorText)
    }
    // What's written from here on may be missing in the copy.
    let changed = lastChange
    try await backUp(to: path, replaces: true)
    if let changed {
      try? FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    }
    backups.prune()
    StoreCopy.removeUnfinished(in: URL(filePath: file.path).deletingLastPathComponent())
    return backup
  }

  /// Writes everything to a new file: links, the trash, kept texts, wheels and the history. The file
  /// is complete, or not there.
  /// - Throws: ``StoreError`` also if the file is there already.
  package func backUp(to copy: URL) async throws(StoreError) {
    // SQLite takes a relative path such as `file:links` for an address.
    try await backUp(to: copy.absoluteURL.path(percentEncoded: false), replaces: false)
  }

  private func backUp(to path: String, replaces: Bool) async throws(StoreError) {
    guard replaces || access(path, F_OK) != 0 else {
      throw .readOnly(path: path, reason: StorePath.reason(EEXIST))
    }
    let connection: DatabaseQueue
    do {
      connection = try file.opener.openForReading()
    } catch {
      throw file.meaning(of: error)
    }
    do {
      let copy = try await StoreCopy.write(connection, beside: path)
      do {
        try StoreCopy.move(copy, to: path, replaces: replaces)
      } catch {
        StoreCopy.remove(copy)
        throw error
      }
    } catch {
      throw StoreCopy.meaning(of: error, source: file.opener, path: path)
    }
  }

  /// When the file or its log was last written to; nil if there's no file.
  private var lastChange: Date? {
    guard access(file.path, F_OK) == 0 else { return nil }
    return ["", "-wal"].compactMap { StoreBackups.lastChange(of: file.path + $0) }.max()
  }
}
