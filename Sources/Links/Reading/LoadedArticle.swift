public import Articles
public import Foundation

/// A loaded article, with the known state of its page.
public struct LoadedArticle: Equatable, Sendable {
  public var article: Article
  /// When the stored copy was made; nil if the article was just fetched.
  public var keptAt: Date?
  /// The saved link of the page; nil if the page isn't saved.
  public var saved: SavedLink?
  /// The stored reading state.
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
