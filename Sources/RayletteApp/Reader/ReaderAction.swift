public import Articles
public import Foundation
import LinkPreview
public import Links

/// An event that concerns the reader: a key by its meaning, or the answer to an effect.
public enum ReaderAction: Equatable, Sendable {
  /// Goes back to the page before, or closes the reader.
  case backPressed
  case deselectPressed
  case moved(ReaderMovement)
  case widened(by: Int)
  /// Scrolls wide code and tables sideways.
  case shifted(by: Int)
  case findPressed
  /// Goes to the next match, or to the one before.
  case matchPressed(step: Int)
  /// Lists the headings to choose from.
  case contentsPressed
  /// Lists the links to choose from.
  case linksPressed
  /// Selects the next link, or the one before.
  case linkPressed(step: Int)
  /// Shows letters at the links on screen that select them.
  case hintsPressed
  /// Reads the page of the selected link.
  case followPressed
  // The following act on the selected link or, if there's none, on the page.
  case openPressed, savePressed, copyPressed, sharePressed
  /// Marks the page as read, or as unread.
  case markPressed
  /// Fetches the page again.
  case reloadPressed

  /// Shows what a search finds so far, while it's typed.
  case searched(String)
  /// Ends the search where it began.
  case searchCancelled
  /// Keeps what the search found.
  case searchConfirmed
  /// Selects a link that was picked by letters or from a list.
  case linkPicked(Int)
  /// Goes to a heading that was picked from a list.
  case headingPicked(ArticleAnchor)
  /// A point of the screen was clicked.
  case clicked(x: Int, y: Int, count: Int)

  case progressed(RequestID, elapsed: Duration)
  case loaded(RequestID, Result<LoadedArticle, ArticleError>)
  /// The reading places of pages were stored.
  case placeStored
}

extension ReaderAction {
  /// Whether it changes how something looks that may not be on screen.
  var mayStayUnseen: Bool {
    switch self {
    case .widened, .shifted: true
    case .backPressed, .deselectPressed, .moved, .findPressed, .matchPressed, .contentsPressed,
      .linksPressed, .linkPressed, .hintsPressed, .followPressed, .openPressed, .savePressed,
      .copyPressed, .sharePressed, .markPressed, .reloadPressed, .searched, .searchCancelled,
      .searchConfirmed, .linkPicked, .headingPicked, .clicked, .progressed, .loaded, .placeStored:
      false
    }
  }
}

/// A way to move in an article.
public enum ReaderMovement: Hashable, Sendable {
  case by(Movement)
  /// To the next paragraph, or to the one before.
  case paragraph(Int)
  case heading(Int)
  case lines(Int)
}

/// The pages to mark as read or unread.
public enum ReadingTarget: Hashable, Sendable {
  case page(URL)
  case links([SavedLink.ID])
}
