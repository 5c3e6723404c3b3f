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
