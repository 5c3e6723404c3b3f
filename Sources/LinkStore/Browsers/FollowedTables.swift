import Foundation
import GRDB
import Links
import Markup

/// The tables of the browsers whose new bookmarks are imported at each start.
enum FollowedTables {
  static let schema = """
    CREATE TABLE followedBrowser (
      -- See WebBrowser.
      browser TEXT PRIMARY KEY,
      -- The name of the only profile; null for all.
      profile TEXT,
      -- Seconds since 1970.
      since REAL NOT NULL,
      -- See FollowedState. Files that still have it have nothing new.
      state TEXT NOT NULL
    ) WITHOUT ROWID;
    -- The bookmarks that were in the browser before. They aren't imported again, even if their links
    -- were removed or deleted for good.
    CREATE TABLE followedBookmark (
      browser TEXT NOT NULL REFERENCES followedBrowser (browser) ON DELETE CASCADE,
      -- See FollowedPage.
      page INTEGER NOT NULL,
      PRIMARY KEY (browser, page)
    ) WITHOUT ROWID;
    """

  /// Begins to follow a browser, or changes which profile is followed.
  static func follow(
    _ browser: WebBrowser, profile: String?, _ state: FollowedState, since date: Date,
    in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO followedBrowser (browser, profile, since, state) VALUES (?, ?, ?, ?)
        ON CONFLICT (browser) DO UPDATE SET profile = excluded.profile, state = excluded.state
        """,
      arguments: [browser.rawValue, profile, date.timeIntervalSince1970, state.text])
  }

  /// Records that bookmarks were in a browser, if it's followed.
  static func see(_ pages: Set<FollowedPage>, of browser: WebBrowser, in db: Database) throws {
    guard try isFollowed(browser, in: db) else { return }
    for page in pages { try see(page, of: browser, in: db) }
  }

  /// Records that a bookmark was in a browser that's followed.
  /// - Returns: whether it's new there.
  @discardableResult
  static func see(
    _ page: FollowedPage, of browser: WebBrowser, in db: Database
  ) throws -> Bool {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO followedBookmark (browser, page) VALUES (?, ?)"
    ).execute(arguments: [browser.rawValue, page.hash])
    return db.changesCount > 0
  }

  static func isFollowed(_ browser: WebBrowser, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT 1 FROM followedBrowser WHERE browser = ?", arguments: [browser.rawValue])
      == true
  }
}

/// A page that was bookmarked in a browser. Its address can't be read from it, so that a link that's
/// deleted for good leaves none behind.
struct FollowedPage: Hashable, Sendable {
  let hash: Int64

  /// - Parameter key: the key of the page; see ``LinkKey``.
  init(key: String) { hash = Int64(bitPattern: FNVHash(key.utf8).value) }
}

/// Which files a browser's bookmarks were read from, and their sizes and dates then.
struct FollowedState: Hashable, Sendable {
  let text: String

  init(of files: [URL]) {
    // Firefox writes to a log first.
    let paths = files.flatMap { file in
      let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
      return path.hasSuffix(".sqlite") ? [path, "\(path)-wal"] : [path]
    }
    text = paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return path }
      return "\(path)\t\(FileVersion.text(of: status))"
    }.joined(separator: "\n")
  }

  /// Returns the state of each browser that has profiles.
  static func states(of profiles: [BrowserProfile]) -> [WebBrowser: FollowedState] {
    Dictionary(grouping: profiles, by: \.browser).mapValues { profiles in
      FollowedState(of: profiles.flatMap(\.files))
    }
  }
}
