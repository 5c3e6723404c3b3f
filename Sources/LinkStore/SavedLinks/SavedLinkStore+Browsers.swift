public import Bookmarks
public import Foundation
import GRDB
public import Links

extension BrowserBookmarks {
  /// Reads the bookmarks of each browser and counts them. Blocks on the disk.
  /// - Parameter profiles: of any browsers.
  public static func counted(
    in profiles: [BrowserProfile]
  ) throws(CancellationError) -> [BrowserBookmarks] {
    var all: [BrowserBookmarks] = []
    for browser in WebBrowser.allCases {
      let files = BrowserFile.all(of: profiles.filter { $0.browser == browser })
      if files.isEmpty { continue }
      var count = 0
      var problem: BookmarkFileError?
      for file in files {
        do {
          var fileCount = 0
          try file.reader.read { entry in
            if case .success = entry { fileCount += 1 }
          }
          count += fileCount
        } catch .cancelled {
          throw CancellationError()
        } catch {
          problem = problem ?? error
        }
      }
      all.append(BrowserBookmarks(browser: browser, count: count, problem: problem?.description))
    }
    return all
  }
}

extension SavedLinkStore {
  /// Imports all bookmarks of browsers in one transaction. If the import is cancelled, or no file can
  /// be read, nothing changes. Of a file that can't be read to its end, nothing is imported, and
  /// ``ImportReport/unreadFiles`` says why. Importing again adds nothing; links in the trash are
  /// restored. Browsers may be running: what they wrote last is read, too, and their files stay as
  /// they are.
  ///
  /// - Parameters:
  ///   - profiles: of any browsers.
  ///   - follows: whether ``importNewBookmarks(of:at:)`` adds what's new in these browsers from now
  ///     on.
  ///   - onlyProfile: the name of the only profile to follow.
  ///   - date: the date for links that have none in their file.
  ///   - isDryRun: whether to only report what would happen, without changing anything.
  ///   - progress: called from time to time, on another thread.
  public func importLinks(
    from profiles: [BrowserProfile], follows: Bool = false, onlyProfile: String? = nil,
    at date: Date, isDryRun: Bool = false,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    let sources = BrowserFile.all(of: profiles).map(Source.init)
    // The files may change while they're read, which the next start has to notice.
    let states = Dictionary(grouping: profiles, by: \.browser).mapValues { profiles in
      FollowedState(of: profiles.flatMap(\.files))
    }
    return try await importLinks(
      from: sources, at: date, isDryRun: isDryRun, progress: progress
    ) { read, db in
      for (browser, state) in states {
        if follows {
          var state = state
          state.forget(read.unread)
          try FollowedTables.follow(browser, profile: onlyProfile, state, since: date, in: db)
        }
        // Also for a browser that's followed already: what's imported now counts as seen.
        try FollowedTables.see(read.pages[browser] ?? [], of: browser, in: db)
      }
    }
  }
}

/// A browser whose new bookmarks are imported at each start.
package struct FollowedBrowser: Hashable, Sendable {
  /// The browser that's followed.
  package let browser: WebBrowser
  /// The name of the only profile that's followed; nil for all.
  package let profile: String?
  /// When it was followed first.
  package let since: Date

  /// The state of its files when they were read last.
  fileprivate let state: FollowedState

  fileprivate init?(row: Row) throws {
    guard let browser = WebBrowser(rawValue: try row.decode(forColumn: "browser")) else {
      return nil
    }
    self.browser = browser
    profile = try row.decode(forColumn: "profile")
    since = Date(timeIntervalSince1970: try row.decode(forColumn: "since"))
    state = FollowedState(text: try row.decode(forColumn: "state"))
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
      let files = BrowserFile.all(of: profiles.filter(followed.includes))
      // The files may change while they're read, which the next call has to notice.
      var state = FollowedState(of: files.map(\.url))
      // A profile that's gone, as on a drive that isn't mounted, may come back.
      let changed = files.filter { !state.isSame($0.url, as: followed.state) }
      if changed.isEmpty { continue }
      do {
        let new = try await newBookmarks(in: changed, of: followed.browser)
        state.forget(new.unread.map(\.file.url))
        let added = try await add(new, of: followed.browser, state, at: date)
        let problem = new.unread.first?.error.description
        if added > 0 || problem != nil {
          imports.append(
            FollowedImport(browser: followed.browser, added: added, problem: problem))
        }
      } catch is CancellationError {
        break
      } catch let error as StoreError {
        throw error
      } catch {
        continue
      }
    }
    return imports
  }

  /// What files have that wasn't in their browser before.
  private struct NewBookmarks: Sendable {
    /// The bookmarks, unless there are too many to keep in memory.
    var bookmarks: [Bookmark] = []
    /// The files with more of them, which are read once more while they're added.
    var large: [BrowserFile] = []
    var unread: [(file: BrowserFile, error: BookmarkFileError)] = []

    /// The maximum number of bookmarks in memory.
    static let limit = 10_000
  }

  /// Reads before anything is written, so that other programs needn't wait for the disk.
  private func newBookmarks(
    in files: [BrowserFile], of browser: WebBrowser
  ) async throws -> NewBookmarks {
    let known = try await file.read { try FollowedTables.pages(of: browser, in: $0) } ?? []
    var new = NewBookmarks()
    for file in files {
      var bookmarks: [Bookmark] = []
      do throws(BookmarkFileError) {
        try file.reader.read { entry in
          guard case .success(let bookmark) = entry, bookmarks.count <= NewBookmarks.limit,
            !known.contains(FollowedPage(key: LinkKey.key(of: bookmark.address)))
          else { return }
          bookmarks.append(bookmark)
        }
        if new.bookmarks.count + bookmarks.count > NewBookmarks.limit {
          new.large.append(file)
        } else {
          new.bookmarks += bookmarks
        }
      } catch .cancelled {
        throw CancellationError()
      } catch {
        new.unread.append((file, error))
      }
    }
    return new
  }

  /// Adds the bookmarks that weren't in the browser before, unless their pages are saved, in the
  /// trash, or deleted on any device.
  /// - Returns: the number of new links.
  private func add(
    _ new: NewBookmarks, of browser: WebBrowser, _ state: FollowedState, at date: Date
  ) async throws(StoreError) -> Int {
    try await write(.imported, at: date) { db in
      // It may no longer be followed by now.
      guard try FollowedTables.isFollowed(browser, in: db) else { return 0 }
      var adder = BookmarkAdder(browser: browser, date: date)
      for bookmark in new.bookmarks { try adder.add(bookmark, in: db) }
      var state = state
      for file in new.large {
        do {
          try adder.addAll(of: file, in: db)
        } catch BookmarkFileError.cancelled {
          throw CancellationError()
        } catch is BookmarkFileError {
          // It could be read a moment ago. What was added of it counts as seen.
          state.forget([file.url])
        }
      }
      try FollowedTables.set(state, of: browser, in: db)
      return adder.added.count
    }
  }
}

/// Adds the new bookmarks of a browser.
private struct BookmarkAdder {
  let browser: WebBrowser
  /// The date for links that have none in the browser.
  let date: Date
  private(set) var added: Set<FollowedPage> = []

  init(browser: WebBrowser, date: Date) {
    self.browser = browser
    self.date = date
  }

  mutating func add(_ bookmark: Bookmark, in db: Database) throws {
    let key = LinkKey.key(of: bookmark.address)
    let page = FollowedPage(key: key)
    let isNew = try FollowedTables.see(page, of: browser, in: db)
    guard isNew || added.contains(page) else { return }
    if let known = try SavedLinkStore.known(key, in: db) {
      // The same page in another folder.
      if added.contains(page) { try SavedLinkStore.enrich(known, with: bookmark, in: db) }
      return
    }
    // Another device may have deleted it.
    if try SyncEntity.fetch(key, in: db)?.registers.isDeletedOrMoved == true { return }
    var record = try LinkRecord(bookmark, key: key, at: date)
    try record.insert(in: db)
    added.insert(page)
  }

  mutating func addAll(of file: BrowserFile, in db: Database) throws {
    var failure: (any Error)?
    do throws(BookmarkFileError) {
      try file.reader.read { entry throws(CancellationError) in
        guard case .success(let bookmark) = entry else { return }
        do {
          try add(bookmark, in: db)
        } catch {
          failure = error
          throw CancellationError()
        }
      }
    } catch {
      throw failure ?? error
    }
  }
}
