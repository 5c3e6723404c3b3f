public import Articles
public import Foundation
import LinkPreview
public import Links

/// An event that concerns the reader: a key by its meaning, or the result of an effect.
public enum ReaderAction: Equatable, Sendable {
  /// Goes back to the previous page, or closes the reader.
  case backPressed
  case deselectPressed
  case moved(ReaderMovement)
  case widened(by: Int)
  /// Scrolls wide code and tables sideways.
  case shifted(by: Int)
  case findPressed
  /// Goes to the next or the previous match.
  case matchPressed(step: Int)
  /// Shows a list of the headings.
  case contentsPressed
  /// Shows a list of the links.
  case linksPressed
  /// Selects the next or the previous link.
  case linkPressed(step: Int)
  /// Shows letters at the links on screen, for selecting a link.
  case hintsPressed
  /// Reads the page of the selected link.
  case followPressed
  // The following act on the selected link or, without a selection, on the page.
  case openPressed, savePressed, copyPressed, sharePressed
  /// Marks the page as read or unread.
  case markPressed
  /// Fetches the page again.
  case reloadPressed

  /// Shows the matches of a search while the user types.
  case searched(String)
  /// Ends the search, and returns to the position before it.
  case searchCancelled
  /// Ends typing, and keeps the matches.
  case searchConfirmed
  /// Selects a link that was picked by letters or from a list.
  case linkPicked(Int)
  /// Goes to a heading that was picked from a list.
  case headingPicked(ArticleAnchor)
  /// Tags were chosen for the page at this address.
  case tagsChosen(URL, TagChange)
  /// A point of the screen was clicked.
  case clicked(x: Int, y: Int, count: Int)

  case progressed(RequestID, elapsed: Duration)
  case loaded(RequestID, Result<LoadedArticle, ArticleError>)
  /// The reading position of a page was stored.
  case placeStored
}

extension ReaderAction {
  /// Whether the action may change only content that isn't on screen.
  var mayStayUnseen: Bool {
    switch self {
    case .widened, .shifted: true
    case .backPressed, .deselectPressed, .moved, .findPressed, .matchPressed, .contentsPressed,
      .linksPressed, .linkPressed, .hintsPressed, .followPressed, .openPressed, .savePressed,
      .copyPressed, .sharePressed, .markPressed, .reloadPressed, .searched, .searchCancelled,
      .searchConfirmed, .linkPicked, .headingPicked, .tagsChosen, .clicked, .progressed, .loaded,
      .placeStored:
      false
    }
  }
}

/// A movement in an article.
public enum ReaderMovement: Hashable, Sendable {
  case by(Movement)
  /// To the next or the previous paragraph.
  case paragraph(Int)
  case heading(Int)
  case lines(Int)
}

/// The pages to mark as read or unread.
public enum ReadingTarget: Hashable, Sendable {
  case page(URL)
  case links([SavedLink.ID])
}
