package import Articles
import Foundation
import LinkPreview
package import Links

/// An event that concerns the reader: the mouse, or the result of an effect.
package enum ReaderAction: Equatable, Sendable {
  /// A point of the screen was clicked.
  case clicked(x: Int, y: Int, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)

  case progressed(RequestID, elapsed: Duration)
  case loaded(RequestID, Result<LoadedArticle, ArticleError>)
  /// The reading position of a page was stored.
  case placeStored
}

/// A movement in an article.
package enum ReaderMovement: Hashable, Sendable {
  case by(Movement)
  /// To the next or the previous paragraph.
  case paragraph(Int)
  case heading(Int)
  case lines(Int)
}
