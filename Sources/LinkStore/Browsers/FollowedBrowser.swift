import Bookmarks
package import Foundation
import GRDB
package import Links

/// A browser whose new bookmarks are imported at each start.
package struct FollowedBrowser: Hashable, Sendable {
  /// The browser that's followed.
  package let browser: WebBrowser
  /// The name of the only profile that's followed; nil for all.
  package let profile: String?
  /// When it was followed first.
  package let since: Date

  /// The state of its files when they were read last.
  let state: FollowedState

  init?(row: Row) throws {
    guard let browser = WebBrowser(rawValue: try row.decode(forColumn: "browser")) else {
      return nil
    }
    self.browser = browser
    profile = try row.decode(forColumn: "profile")
    since = Date(timeIntervalSince1970: try row.decode(forColumn: "since"))
    state = FollowedState(text: try row.decode(forColumn: "state"))
  }

  func includes(_ profile: BrowserProfile) -> Bool {
    profile.browser == browser && (self.profile.map(profile.isNamed) ?? true)
  }
}

/// What files have that wasn't in their browser before.
struct NewBookmarks: Sendable {
  /// The bookmarks, unless there are too many to keep in memory.
  private(set) var bookmarks: [Bookmark] = []
  /// The files with more of them, which are read once more while they're added.
  private(set) var large: [BrowserFile] = []
  private(set) var unread: [(file: BrowserFile, error: BookmarkFileError)] = []

  /// The maximum number of bookmarks in memory.
  private static let limit = 10_000

  /// - Parameter known: the pages that were in the browser before.
  init(in files: [BrowserFile], besides known: Set<FollowedPage>) throws(CancellationError) {
    for file in files {
      var found: [Bookmark] = []
      do throws(BookmarkFileError) {
        try file.reader.read { entry in
          guard case .success(let bookmark) = entry, found.count <= Self.limit,
            !known.contains(FollowedPage(key: LinkKey.key(of: bookmark.address)))
          else { return }
          found.append(bookmark)
        }
      } catch .cancelled {
        throw CancellationError()
      } catch {
        unread.append((file, error))
        continue
      }
      if bookmarks.count + found.count > Self.limit {
        large.append(file)
      } else {
        bookmarks += found
      }
    }
  }
}

/// Adds the new bookmarks of a browser.
struct BookmarkAdder {
  let browser: WebBrowser
  /// The date for links that have none in the browser.
  let date: Date
  private(set) var added: Set<FollowedPage> = []

  init(browser: WebBrowser, date: Date) {
    self.browser = browser
    self.date = date
  }

  mutating func add(_ bookmark: Bookmark, in journal: Journal) throws {
    let db = journal.db
    let key = LinkKey.key(of: bookmark.address)
    let page = FollowedPage(key: key)
    let isNew = try FollowedTables.see(page, of: browser, in: db)
    guard isNew || added.contains(page) else { return }
    if let known = try SavedLinkStore.known(key, in: db) {
      // The same page in another folder.
      if added.contains(page) { try SavedLinkStore.enrich(known, with: bookmark, in: journal) }
      return
    }
    // Another device may have deleted it.
    if try SyncEntity.fetch(key, in: db)?.registers.isDeletedOrMoved == true { return }
    var record = try LinkRecord(bookmark, key: key, at: date)
    try record.insert(in: db)
    added.insert(page)
  }

  mutating func addAll(of file: BrowserFile, in journal: Journal) throws {
    var failure: (any Error)?
    do throws(BookmarkFileError) {
      try file.reader.read { entry throws(CancellationError) in
        guard case .success(let bookmark) = entry else { return }
        do {
          try add(bookmark, in: journal)
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
