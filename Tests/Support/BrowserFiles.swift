public import Foundation
import GRDB

/// A Firefox profile in a home folder, with a connection that keeps it as a running Firefox does:
/// locked, and with its last bookmarks only in the log.
public final class FirefoxProfile: Sendable {
  /// The tables and root folders of a profile that bookmarks need.
  public static let tables = """
    CREATE TABLE moz_places (
      id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
      visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL,
      typed INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL,
      last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,
      url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT, preview_image_url TEXT,
      site_name TEXT, origin_id INTEGER, recalc_frecency INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE moz_bookmarks (
      id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
      position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT,
      dateAdded INTEGER, lastModified INTEGER, guid TEXT,
      syncStatus INTEGER NOT NULL DEFAULT 0, syncChangeCounter INTEGER NOT NULL DEFAULT 1);
    INSERT INTO moz_bookmarks (id, type, parent, title, guid) VALUES
      (1, 2, 0, '', 'root________'), (2, 2, 1, 'menu', 'menu________'),
      (3, 2, 1, 'toolbar', 'toolbar_____'), (4, 2, 1, 'tags', 'tags________'),
      (5, 2, 1, 'unfiled', 'unfiled_____'), (6, 2, 1, 'mobile', 'mobile______');
    """

  /// The folder of the profile.
  public let folder: URL
  private let queue: DatabaseQueue

  /// - Parameter folder: the path of the profile below the home folder.
  public init(
    in home: TemporaryHome, at folder: String = ".mozilla/firefox/x3f9k2.default-release",
    _ addresses: [String] = []
  ) throws {
    self.folder = home.file(folder)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    queue = try DatabaseQueue(path: self.folder.appending(path: "places.sqlite").path())
    try queue.writeWithoutTransaction { db in
      for sql in [
        "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL",
        "PRAGMA wal_autocheckpoint = 0", Self.tables, "PRAGMA wal_checkpoint(TRUNCATE)",
      ] {
        try db.execute(sql: sql)
      }
    }
    try add(addresses)
  }

  /// Adds bookmarks, which are only in the log then.
  public func add(_ addresses: [String]) throws {
    try queue.write { db in
      for address in addresses {
        try db.execute(
          sql: "INSERT INTO moz_places (url) VALUES (?)", arguments: [address])
        try db.execute(
          sql: """
            INSERT INTO moz_bookmarks (type, fk, parent, title, dateAdded)
            VALUES (1, last_insert_rowid(), 3, ?, 1500000000000000)
            """, arguments: ["Title of \(address)"])
      }
    }
  }

  /// The names and contents of the profile's files. They're read from a copy that another process
  /// makes, because closing a file would end this process's lock on it.
  public func contents() throws -> [String: Data] {
    let files = FileManager.default
    let copy = files.temporaryDirectory.appending(path: "profile-\(UUID().uuidString)")
    defer { try? files.removeItem(at: copy) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/cp")
    process.arguments = ["-R", folder.path(), copy.path()]
    try process.run()
    process.waitUntilExit()
    return try files.contentsOfDirectory(atPath: copy.path()).reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: copy.appending(path: $1))
    }
  }

  /// Whether the database is locked by this process. Nil if the system doesn't say.
  public var isLocked: Bool? {
    guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8), !locks.isEmpty
    else { return nil }
    var status = stat()
    guard stat(folder.appending(path: "places.sqlite").path(), &status) == 0 else { return false }
    return locks.split(separator: "\n").contains {
      $0.contains(" WRITE ") && $0.contains(":\(status.st_ino) ")
    }
  }

  /// Ends Firefox, which moves the log into the database.
  public func quit() throws { try queue.close() }
}

extension TemporaryHome {
  /// Writes Chromium's file of bookmarks as it does: a new file that takes the old one's place.
  /// - Parameter folder: the path of the profile below the home folder.
  public func writeChromium(
    at folder: String = ".config/chromium/Default", named name: String = "Bookmarks",
    _ addresses: [String]
  ) throws {
    let children = addresses.map { address in
      [
        "type": "url", "name": "Title of \(address)", "url": address,
        "date_added": "13150000000000000",
      ]
    }
    let bar: [String: Any] = ["type": "folder", "name": "Bookmarks bar", "children": children]
    let empty: [String: Any] = ["type": "folder", "name": "Other", "children": [String]()]
    let document: [String: Any] = [
      "checksum": "0", "version": 1,
      "roots": ["bookmark_bar": bar, "other": empty, "synced": empty],
    ]
    try FileManager.default.createDirectory(at: file(folder), withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: document, options: .prettyPrinted)
      .write(to: file("\(folder)/\(name)"), options: .atomic)
  }

  /// Writes Safari's file of bookmarks.
  public func writeSafari(_ addresses: [String]) throws {
    let children = addresses.map { address in
      [
        "WebBookmarkType": "WebBookmarkTypeLeaf", "URLString": address,
        "URIDictionary": ["title": "Title of \(address)"],
      ] as [String: Any]
    }
    let bar: [String: Any] = ["Title": "BookmarksBar", "Children": children]
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["Children": [bar]], format: .binary, options: 0)
    try FileManager.default.createDirectory(
      at: file("Library/Safari"), withIntermediateDirectories: true)
    try data.write(to: file("Library/Safari/Bookmarks.plist"))
  }
}
