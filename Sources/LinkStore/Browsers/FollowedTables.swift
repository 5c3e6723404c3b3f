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
      -- See FollowedState, as JSON. Files that are still the same have nothing new.
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
      arguments: [browser.rawValue, profile, date.timeIntervalSince1970, try state.text])
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

  /// Records which files of a browser have nothing new from now on.
  static func set(_ state: FollowedState, of browser: WebBrowser, in db: Database) throws {
    try db.execute(
      sql: "UPDATE followedBrowser SET state = ? WHERE browser = ?",
      arguments: [try state.text, browser.rawValue])
  }

  /// Returns the pages that were in a browser before.
  static func pages(of browser: WebBrowser, in db: Database) throws -> Set<FollowedPage> {
    let hashes = try Int64.fetchSet(
      db, sql: "SELECT page FROM followedBookmark WHERE browser = ?",
      arguments: [browser.rawValue])
    return Set(hashes.map(FollowedPage.init(hash:)))
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

  init(hash: Int64) { self.hash = hash }

  /// - Parameter key: the key of the page; see ``LinkKey``.
  init(key: String) { hash = Int64(bitPattern: FNVHash(key.utf8).value) }
}

/// The files that a browser's bookmarks were read from, as they were then.
struct FollowedState: Hashable, Sendable {
  /// The version of each file, by its path.
  private var versions: [String: String]

  init(of files: [URL]) {
    versions = Dictionary(
      files.map { (Self.key(of: $0), Self.version(of: $0)) }, uniquingKeysWith: { $1 })
  }

  /// - Parameter text: ``text``. A damaged one stands for no files, which are then read again.
  init(text: String) {
    versions = (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
  }

  var text: String {
    get throws { String(decoding: try StoredJSON.data(of: versions), as: UTF8.self) }
  }

  /// Whether a file is the same as in another state, so that it has nothing new.
  func isSame(_ file: URL, as other: FollowedState) -> Bool {
    let key = Self.key(of: file)
    return versions[key] != nil && versions[key] == other.versions[key]
  }

  /// Leaves out files that couldn't be read, so that they're tried again.
  mutating func forget(_ files: some Sequence<URL>) {
    for file in files { versions[Self.key(of: file)] = nil }
  }

  private static func key(of file: URL) -> String { file.path(percentEncoded: false) }

  private static func version(of file: URL) -> String {
    let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
    // Firefox writes to a log first.
    let paths = path.hasSuffix(".sqlite") ? [path, "\(path)-wal"] : [path]
    return paths.map { path in
      var status = stat()
      return stat(path, &status) == 0 ? FileVersion.text(of: status) : ""
    }.joined(separator: " ")
  }
}
