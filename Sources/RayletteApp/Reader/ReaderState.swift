public import Articles
public import Foundation
import LinkPreview
public import Links

/// The reader over the tabs: the page that's read, and those whose links led to it.
struct ReaderState: Equatable, Sendable {
  /// The page on screen is the last one. Empty while the reader is closed.
  private(set) var pages: [ReaderPage] = []
  /// The width of the column of text, where there's room for it.
  var width = ReaderLayout.standardWidth
  /// The line at the top when a search began.
  var searchOrigin = 0

  var isOpen: Bool { !pages.isEmpty }

  /// The page on screen. Nil while the reader is closed.
  var page: ReaderPage? {
    get { pages.last }
    set { if let newValue, isOpen { pages[pages.count - 1] = newValue } }
  }

  /// Whether there's a page to go back to.
  var canGoBack: Bool { pages.count > 1 }

  mutating func push(_ page: ReaderPage) {
    pages.append(page)
    // More than anybody goes back.
    if pages.count > Self.limit { pages.removeFirst() }
  }

  /// Goes back to the page before.
  mutating func pop() { if canGoBack { pages.removeLast() } }

  mutating func removeAll() { pages = [] }

  /// Changes the page that a request belongs to, whether it's on screen or not.
  mutating func update(
    where matches: (ReaderPage) -> Bool, _ change: (inout ReaderPage) -> Void
  ) {
    if let index = pages.lastIndex(where: matches) { change(&pages[index]) }
  }

  mutating func updateAll(_ change: (inout ReaderPage) -> Void) {
    for index in pages.indices { change(&pages[index]) }
  }

  private static let limit = 50
}

/// An article as it was loaded.
public struct LoadedArticle: Equatable, Sendable {
  public var article: Article
  /// When its copy was kept, or nil if it was fetched just now.
  public var keptAt: Date?
  /// The saved link of the page, or nil if it isn't saved.
  public var saved: SavedLink?
  /// How far it was read before.
  public var reading: ReadingState?

  public init(
    _ article: Article, keptAt: Date? = nil, saved: SavedLink? = nil, reading: ReadingState? = nil
  ) {
    self.article = article
    self.keptAt = keptAt
    self.saved = saved
    self.reading = reading
  }
}
