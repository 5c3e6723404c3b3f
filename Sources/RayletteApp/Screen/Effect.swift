package import Foundation
package import LinkPreview
package import Links

/// A side effect as plain data. The program runs it, and tests compare it.
///
/// One runner carries them all out.
package enum Effect: Equatable, Sendable {
  case fetch(Fetch)
  case picture(Drawing)
  case read(Query)
  case write(Write)
  case job(Job)
  case share(RequestID, ShareActivity, ShareSource)
  case system(System)
  /// Cancels the request with this id, whatever its kind. Does nothing if it has ended.
  case cancel(RequestID)

  /// Loads pages.
  package enum Fetch: Equatable, Sendable {
    /// Picks a link of a wheel, looks it up in the cache and the saved links, and fetches its page
    /// if that isn't cached. Without a network, only links with a cached page are picked.
    /// - Parameter readsOn: Whether a page that's fetched is read on for the text at its beginning,
    ///   which comes after its metadata.
    case spin(
      RequestID, WheelDraw, timeout: Duration, onlyCached: Bool = false, readsOn: Bool = false)
    /// Loads the metadata of a link from the cache or the network, within the time limit. Uses only
    /// the network if `ignoringCache`. `readsOn` as for ``spin``.
    case preview(
      RequestID, URL, timeout: Duration, ignoringCache: Bool = false, readsOn: Bool = false)
    /// Lists the preview problems of a page, for its publisher to fix.
    case findings(RequestID, URL, timeout: Duration)
    /// Loads the text of a page from the saved link's stored copy, or else from the network within
    /// the time limit.
    /// - Parameter saved: the saved link of the page, if known.
    case article(
      RequestID, URL, saved: SavedLink.ID?, timeout: Duration, ignoringCopy: Bool = false)
    /// Fetches pages of saved links that were never fetched, after a moment without another such
    /// effect.
    case backfill(RequestID, [SavedLink.ID])
  }

  /// Draws pictures.
  package enum Drawing: Equatable, Sendable {
    /// Loads and draws a picture, once it has been requested for a moment.
    case load(RequestID, PictureRequest)
    /// Loads and draws the icon of a site, once it has been requested for a moment. Has no result
    /// while there's no network.
    case icon(RequestID, IconRequest)
  }

  /// Reads the store. Results may arrive out of order.
  package enum Query: Equatable, Sendable {
    /// Lists links, with the first `rows` of them in full.
    case list(RequestID, SavedQuery, rows: Int)
    case links(RequestID, [SavedLink.ID])
    /// Finds the lines of kept texts with the words of a filter.
    case excerpts(RequestID, [SavedLink.ID], SavedFilter)
    /// Reads the kept text of a link.
    case keptText(RequestID, SavedLink.ID)
    /// Reads the links saved last.
    case recent(RequestID, count: Int)
    /// Finds the saved link of a page under any of the page's addresses.
    case savedLink(RequestID, [URL])
    /// Reads the tags in use.
    case tags(RequestID)
    /// Counts the links of a list by state, tag and site.
    case facets(RequestID, SavedQuery)
    /// Reads the sites of the saved links.
    case sites(RequestID)
    /// Reads the history of a link.
    case history(RequestID, SavedLink.ID)
    /// Makes a wheel of saved links that lasts as long as the program. An empty list means all of
    /// them.
    case makeWheel(RequestID, [SavedLink.ID])
    /// Reads a wheel again.
    case wheel(WheelID)
    /// Counts the links that match a narrowing.
    case narrowing(RequestID, WheelID, WheelNarrowing)
    /// Looks which browsers have bookmarks, without reading any.
    case browsers(RequestID)
    /// Reads the entries of a chooser.
    case choices(RequestID, Chooser.Question)
  }

  /// Changes the store, in the order of the requests.
  package enum Write: Equatable, Sendable {
    case save(RequestID, LinkMetadata)
    /// Saves addresses without fetching them.
    case saveAddresses(RequestID, [URL])
    /// Makes a change, and records its kind in the log.
    case change(RequestID, ChangeRequest, ChangeKind)
    case undo(RequestID, of: UndoTarget)
    /// Redoes the change that was undone last.
    case redo(RequestID)
    /// Counts a link as seen whose card came up, and adds the card to the history.
    case seen(SeenLink)
    case clearHistory(RequestID)
    /// Imports all bookmarks of browsers.
    case importBookmarks(RequestID, [WebBrowser])
    /// Imports what's new in the browsers that are followed.
    case importNewBookmarks(RequestID)
    case markOpened(SavedLink.ID)
    /// Stores the reading position of a page.
    /// - Parameter after: the position that was known when the page was opened or stored last.
    case readingPlace(URL, ReadingPlace, after: ReadingPlace?)
    /// Permanently deletes links removed more than 30 days ago.
    case purgeTrash
    /// Permanently deletes the links that were moved to the trash before a date.
    case emptyTrash(RequestID, removedBefore: Date)
  }

  /// Processes many saved links, with progress.
  package enum Job: Equatable, Sendable {
    /// Fetches metadata again.
    case refresh(RequestID, [SavedLink.ID])
    /// Checks links for dead and moved pages.
    case check(RequestID, [SavedLink.ID])
    /// Reads the sources of wheels again that were read long enough ago.
    case updateWheels
    /// Exchanges changes with other devices.
    case sync
  }

  /// Uses the clock and other programs.
  package enum System: Equatable, Sendable {
    case open(URL)
    /// Reads saved links from the store and opens them.
    case openSaved([SavedLink.ID])
    /// Opens a link's note in the user's editor.
    case editNote(SavedLink.ID)
    /// Opens an empty note in the user's editor, for the card on Spin with this id and address.
    case writeNote(RequestID, String)
    /// Reports when the result of a request takes noticeably long.
    case remind(RequestID)
  }
}
