public import Foundation
public import LinkPreview
public import LinkStore

/// Something for the program to do, as plain data: the program runs it, and tests compare it.
///
/// Effects nest by what runs them. Each kind has one runner with an exhaustive switch.
public enum Effect: Equatable, Sendable {
  case fetch(Fetch)
  case picture(Drawing)
  case read(Query)
  case write(Write)
  case job(Job)
  case share(RequestID, ShareActivity, ShareSource)
  case system(System)
  /// Cancels the request with this id, of whatever kind. No effect on one that has ended.
  case cancel(RequestID)

  /// Loads pages.
  public enum Fetch: Equatable, Sendable {
    /// Loads the metadata of a link from the cache or the network, within the time limit. Ignoring
    /// the cache always asks the network.
    case preview(RequestID, URL, timeout: Duration, ignoringCache: Bool = false)
    /// Lists what the publisher of a page could improve.
    case findings(RequestID, URL, timeout: Duration)
    /// Fetches the pages of saved links that never were fetched, after the screen has rested.
    case backfill(RequestID, [SavedLink.ID])
  }

  /// Draws pictures in cells.
  public enum Drawing: Equatable, Sendable {
    /// Loads and draws a picture, after it has stayed wanted for a moment.
    case load(RequestID, PictureRequest)
  }

  /// Asks the store. Answers may overtake each other.
  public enum Query: Equatable, Sendable {
    /// Lists links, with the first `rows` of them in full.
    case list(RequestID, SavedQuery, rows: Int)
    case links(RequestID, [SavedLink.ID])
    /// Asks whether a link is saved under one of its addresses.
    case isSaved(RequestID, [URL])
    case tags(RequestID)
    /// Makes a wheel of saved links.
    case wheel(RequestID, [SavedLink.ID])
  }

  /// Changes the store, in the order of the requests.
  public enum Write: Equatable, Sendable {
    case save(RequestID, LinkMetadata)
    /// Saves addresses without fetching them.
    case saveAddresses(RequestID, [URL])
    /// Makes a change, or undoes or redoes the one with this id.
    case change(RequestID, ChangeRequest)
    case markSeen(String)
    case forgetSeen([String])
    case markOpened(SavedLink.ID)
    /// Deletes for good what was removed more than 30 days ago.
    case purgeTrash
  }

  /// Works through many saved links, with progress.
  public enum Job: Equatable, Sendable {
    /// Fetches metadata again.
    case refresh(RequestID, [SavedLink.ID])
    /// Checks whether links still lead somewhere.
    case check(RequestID, [SavedLink.ID])
  }

  /// Uses the clock and other programs.
  public enum System: Equatable, Sendable {
    case open(URL)
    /// Opens saved links that have to be read first.
    case openSaved([SavedLink.ID])
    /// Lets the person edit a link's note in an editor.
    case editNote(SavedLink.ID)
    /// Reports when the answer to a request takes so long that a person wonders.
    case remind(RequestID)
  }
}
