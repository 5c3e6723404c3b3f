import Bookmarks
public import Foundation
import GRDB
public import Links

/// A browser whose new bookmarks are imported at each start.
package struct FollowedBrowser: Hashable, Sendable {
  /// The browser that's followed.
  package let browser: WebBrowser
  /// The name of the only profile that's followed; nil for all.
  package let profile: String?
  /// When it was followed first.
  package let since: Date

  /// The state of its files when they were read last.
  fileprivate let state: String

  fileprivate init?(row: Row) throws {
    guard let browser = WebBrowser(rawValue: try row.decode(forColumn: "browser")) else {
      return nil
    }
    self.browser = browser
    profile = try row.decode(forColumn: "profile")
    since = Date(timeIntervalSince1970: try row.decode(forColumn: "since"))
    state = try row.decode(forColumn: "state")
  }

  fileprivate func includes(_ profile: BrowserProfile) -> Bool {
    profile.browser == browser && (self.profile.map(profile.isNamed) ?? true)
  }
}

extension SavedLinkStore {
  /// Returns the browsers whose new bookmarks are imported at each start.
  package func followedBrowsers() async throws(StoreError) -> [FollowedBrowser] {
    let browsers = try await file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM followedBrowser ORDER BY since")
        .compactMap(FollowedBrowser.init)
    }
    return browsers ?? []
  }

  /// Stops importing the new bookmarks of a browser.
  /// - Returns: false if it wasn't followed.
  public func unfollow(_ browser: WebBrowser) async throws(StoreError) -> Bool {
    try await file.write { db in
      try db.execute(
        sql: "DELETE FROM followedBrowser WHERE browser = ?", arguments: [browser.rawValue])
      return db.changesCount > 0
    }
  }

  /// Imports the bookmarks that are new in the followed browsers since the last call. Leaves links
  /// that are saved or in the trash as they are. Several programs may do this at once.
  ///
  /// - Parameters:
  ///   - profiles: of all browsers; those that aren't followed aren't read.
  ///   - date: the date for links that have none in the browser.
  /// - Returns: the browsers with new links, and those that can't be read.
  @concurrent
  public func importNewBookmarks(
    of profiles: [BrowserProfile], at date: Date
  ) async throws(StoreError) -> [FollowedImport] {
    var imports: [FollowedImport] = []
    for followed in try await followedBrowsers() {
      let (browser, files) = (followed.browser, profiles.filter(followed.includes).flatMap(\.files))
      // The files may change while they're read, which the next call has to notice.
      let state = FollowedState(of: files)
      // A profile that's gone, as on a drive that isn't mounted, may come back.
      guard !files.isEmpty, state.text != followed.state else { continue }
      do {
        // Reads before it writes, so that other programs needn't wait for the disk.
        var bookmarks: [Bookmark] = []
        for file in files { bookmarks += try BookmarkReader(file: file).contents().bookmarks }
        let added = try await add(bookmarks, of: followed, state, at: date)
        if added > 0 { imports.append(FollowedImport(browser: browser, added: added)) }
      } catch let error as StoreError {
        throw error
      } catch BookmarkFileError.cancelled {
        break
      } catch let error as BookmarkFileError {
        imports.append(
          FollowedImport(browser: browser, added: 0, problem: error.description))
      } catch {
        continue
      }
    }
    return imports
  }

  /// Adds the bookmarks that weren't in the browser before, unless their pages are saved or in the
  /// trash.
  /// - Returns: the number of new links.
  private func add(
    _ bookmarks: [Bookmark], of followed: FollowedBrowser, _ state: FollowedState, at date: Date
  ) async throws(StoreError) -> Int {
    try await write(.imported, at: date) { db in
      let browser = followed.browser
      // It may no longer be followed by now.
      guard try FollowedTables.isFollowed(browser, in: db) else { return 0 }
      var added: Set<String> = []
      for bookmark in bookmarks {
        let key = LinkKey.key(of: bookmark.address)
        let isNew = try FollowedTables.see(FollowedPage(key: key), of: browser, in: db)
        guard isNew || added.contains(key) else { continue }
        if let known = try Self.known(bookmark.address, key: key, in: db) {
          // The same page in another folder.
          if added.contains(key) { try Self.enrich(known, with: bookmark, in: db) }
          continue
        }
        var record = try LinkRecord(bookmark, key: key, at: date)
        try record.insert(in: db)
        added.insert(key)
      }
      try db.execute(
        sql: "UPDATE followedBrowser SET state = ? WHERE browser = ?",
        arguments: [state.text, browser.rawValue])
      return added.count
    }
  }
}
