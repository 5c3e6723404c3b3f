package import Articles
package import Foundation

/// A loaded article, with the known state of its page.
package struct LoadedArticle: Equatable, Sendable {
  package var article: Article
  /// When the stored copy was made; nil if the article was just fetched.
  package var keptAt: Date?
  /// The saved link of the page; nil if the page isn't saved.
  package var saved: SavedLink?
  /// The stored reading state.
  package var reading: ReadingState?

  package init(
    _ article: Article, keptAt: Date? = nil, saved: SavedLink? = nil, reading: ReadingState? = nil
  ) {
    self.article = article
    self.keptAt = keptAt
    self.saved = saved
    self.reading = reading
  }
}
