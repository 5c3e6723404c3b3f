import Bookmarks
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
