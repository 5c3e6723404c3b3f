public import Foundation
public import LinkPreview
public import LinkStore

/// Something the world is to do, as plain data: run by the program, compared in tests.
public enum Effect: Equatable, Sendable {
  /// Get the metadata of a link, from the cache or the network, within the timeout. Ignoring the
  /// cache asks the network, whatever is known of the link.
  case loadPreview(SpinID, URL, timeout: Duration, ignoringCache: Bool = false)
  /// Give up a fetch that is under way.
  case cancelPreview(SpinID)
  /// Get a picture drawn in cells, once nothing else is asked for in its place.
  case loadPicture(PictureRequest)
  /// Give up a picture that is off the screen.
  case cancelPicture(PictureRequest)
  case markSeen(String)
  case forgetSeen([String])
  case save(RequestID, SpinID, LinkMetadata)
  /// Save addresses without fetching them.
  case saveAddresses(RequestID, [URL])
  /// Tell which links a list has, and what is known of the first of them, in place of the listing
  /// asked for before.
  case listSaved(RequestID, SavedQuery, rows: Int)
  case stopListing(RequestID)
  /// Tell what is known of links.
  case readSaved(RequestID, [SavedLink.ID])
  /// Tell when an answer has not come for so long that a person wonders.
  case remindOfWait(RequestID)
  /// Tell whether a link is saved under one of its addresses.
  case lookUp(RequestID, [URL])
  /// Make a change, after all that were asked for before; or take back or make again the one with
  /// this id.
  case change(RequestID, ChangeRequest)
  case readTags(RequestID)
  /// Let the person edit a link's note in an editor of the terminal.
  case editNote(SavedLink.ID)
  /// Make a wheel of saved links.
  case makeWheel(RequestID, [SavedLink.ID])
  /// Fetch the metadata of saved links anew.
  case refresh(RequestID, [SavedLink.ID])
  /// See whether links still lead somewhere.
  case check(RequestID, [SavedLink.ID])
  case stopJob(RequestID)
  /// Fetch pages that never were, once the screen has rested; in place of those asked for before.
  case backfill([SavedLink.ID])
  /// Make what an activity gives away, and give it away.
  case share(ShareID, ShareActivity, ShareSource)
  case cancelShare(ShareID)
  /// See what the publisher of a page could do better.
  case inspect(URL, timeout: Duration)
  case stopInspection
  case open(URL)
  /// Open a saved link, and remember that.
  case openSaved(SavedLink.ID, URL)
  /// The same, of links that have to be read first.
  case openUnread([SavedLink.ID])
}
