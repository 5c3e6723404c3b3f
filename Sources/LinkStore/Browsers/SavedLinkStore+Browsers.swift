public import Bookmarks
public import Foundation
public import Links

extension BrowserBookmarks {
  /// Reads the bookmarks of each browser and counts them. Blocks on the disk.
  /// - Parameter profiles: of any browsers.
  public static func counted(
    in profiles: [BrowserProfile]
  ) throws(CancellationError) -> [BrowserBookmarks] {
    var all: [BrowserBookmarks] = []
    for browser in WebBrowser.allCases {
      let files = profiles.filter { $0.browser == browser }.flatMap(\.files)
      if files.isEmpty { continue }
      do {
        var count = 0
        for file in files {
          try BookmarkReader(file: file).read { entry in
            if case .success = entry { count += 1 }
          }
        }
        all.append(BrowserBookmarks(browser: browser, count: count))
      } catch .cancelled {
        throw CancellationError()
      } catch {
        all.append(BrowserBookmarks(browser: browser, count: 0, problem: error.description))
      }
    }
    return all
  }
}

extension SavedLinkStore {
  /// Imports all bookmarks of browsers in one transaction. If a file can't be read to its end, or the
  /// import is cancelled, nothing changes. Importing again adds nothing; links in the trash are
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
    let sources = profiles.flatMap { profile in
      profile.files.map { Source(BookmarkReader(file: $0), of: profile.browser) }
    }
    // The files may change while they're read, which the next start has to notice.
    let states = FollowedState.states(of: profiles)
    return try await importLinks(
      from: sources, at: date, isDryRun: isDryRun, progress: progress
    ) { pages, db in
      for (browser, state) in states {
        if follows {
          try FollowedTables.follow(browser, profile: onlyProfile, state, since: date, in: db)
        }
        // Also for a browser that's followed already: what's imported now counts as seen.
        try FollowedTables.see(pages[browser] ?? [], of: browser, in: db)
      }
    }
  }
}
