import Localization
import Markup

/// The bookmarks that a browser has.
public struct BrowserBookmarks: Hashable, Sendable {
  /// The browser that has them.
  public let browser: WebBrowser
  /// The number of bookmarks that can be read.
  public let count: Int
  /// The reason why those of a profile can't be read; nil if all can be.
  public let problem: String?

  /// Describes the bookmarks of a browser.
  public init(browser: WebBrowser, count: Int, problem: String? = nil) {
    self.browser = browser
    self.count = count
    self.problem = problem
  }
}

extension BrowserBookmarks {
  /// Whether the number is worth telling: it's that of all profiles, or of some.
  package var hasCount: Bool { count > 0 || problem == nil }
}

/// The bookmarks that were new in a browser whose bookmarks are imported at each start.
public struct FollowedImport: Hashable, Sendable {
  /// The browser that has them.
  public let browser: WebBrowser
  /// The number of new links.
  public let added: Int
  /// The reason why the bookmarks of a profile weren't read; nil if all were.
  public let problem: String?

  /// Describes what was imported from a browser.
  public init(browser: WebBrowser, added: Int, problem: String? = nil) {
    self.browser = browser
    self.added = added
    self.problem = problem
  }
}

extension [FollowedImport] {
  /// The number of new links.
  public var added: Int { reduce(0) { $0 + $1.added } }

  /// `3 new bookmarks from Firefox, 1 from Chromium`, and a problem if there is one. Nil if there's no
  /// new bookmark.
  public var message: String? {
    let new = filter { $0.added > 0 }
    guard let first = new.first else { return nil }
    let others = new.dropFirst().map { localized("\($0.added.grouped) from \($0.browser.name)") }
    let bookmarks = localized("\(first.added, "new bookmark") from \(first.browser.name)")
    let problem = lazy.compactMap(\.problem).first.map { "; \($0)" } ?? ""
    return ([bookmarks] + others).list + problem
  }
}
