public import Foundation
public import LinkPreview
public import LinkStore
public import TerminalGrid

/// Something that happened: a key, an answer from the world, time.
public enum Action: Equatable, Sendable {
  // Keys
  case keyPressed(Key)
  case mouse(MouseEvent)
  /// Text was pasted, with its line breaks.
  case pasted(String)
  case spinPressed
  case cancelPressed
  case retryPressed
  case savePressed
  case openPressed
  /// Shows the address alone, to be copied by hand.
  case addressPressed
  case overlayDismissed
  /// What is asked is to be done.
  case questionAnswered
  case sharePressed
  /// Copies the address.
  case copyPressed
  case shareMoved(by: Int)
  /// Does the selected activity of the share sheet.
  case shareChosen
  case shareKeyPressed(Character)
  case shareCancelled
  case tabPressed(AppState.Tab)
  case selectionMoved(Movement)
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  case filterPressed
  /// Goes back from what is special here: picked links, a filter, the trash.
  case backPressed
  case sortPressed(Int)
  case markPressed
  case rangePressed
  case markAllPressed
  case removePressed
  case restorePressed
  case tagsPressed
  case notePressed
  case trashPressed
  /// Spins what is listed; on Spin, goes back to the wheel of the start.
  case wheelPressed
  case refreshPressed
  case checkPressed
  /// Accepts the new addresses of links that their sites moved.
  case acceptMovesPressed
  case undoPressed
  case redoPressed
  /// Shows everything known of the link.
  case detailsPressed
  case detailsMoved(Movement)
  case detailsClosed
  case helpPressed
  case helpClosed
  case helpScrolled(by: Int)
  case quitPressed

  // Answers to effects
  case fetchContinues(SpinID, elapsed: Duration)
  case previewLoaded(SpinID, Result<MetadataCache.Entry, LinkMetadataError>)
  /// A card from the cache was old, and its page has been asked again.
  case previewRefreshed(SpinID, MetadataCache.Entry)
  case linkSaved(RequestID, SpinID, Result<SavedLinkStore.Outcome, StoreError>)
  /// Addresses that were pasted were saved.
  case linksSaved(RequestID, Result<AddressesSaved, StoreError>)
  case savedListed(RequestID, Result<SavedListing, StoreError>)
  case savedRead(RequestID, Result<[SavedLink], StoreError>)
  /// What keys wait for takes long.
  case waitIsLong(RequestID)
  /// A picture was drawn; nil when it can't be.
  case pictureLoaded(PictureRequest, Picture?)
  case spinLookedUp(RequestID, isSaved: Bool)
  /// A change was made, taken back or made again, or could not be.
  case changed(RequestID, ChangeDirection, Result<ChangeOutcome, StoreError>)
  case tagsRead(RequestID, Result<[String], StoreError>)
  case wheelMade(RequestID, Result<Wheel, StoreError>)
  /// The editor was closed; nil when the note stays as it was.
  case noteEdited(SavedLink.ID, Result<String?, EditorFailure>)
  /// A change of so many links that it takes a while has its turn.
  case jobStarted(RequestID, total: Int)
  case jobProgressed(RequestID, done: Int)
  /// The work came to its end, or was stopped.
  case jobEnded(RequestID, WorkResult)
  /// The page of a link on screen was fetched and kept, or could not be.
  case missingFetched(SavedLink.ID, isKept: Bool)
  /// A page was looked at as its publisher would.
  case inspected(URL, Result<[PageCheck.Finding], LinkMetadataError>)
  /// Somebody else changed the saved links.
  case storeChanged
  case shareEnded(ShareID, ShareActivity, ShareOutcome)
  case browserOpened(Result<BrowserName, BrowserFailure>)
  case storeFailed(StoreError)

  // The terminal and the clock
  case resized(Size)
  case timePassed(Date)
  /// Ctrl-C, or a request to end from outside; the number is the signal's.
  case interrupted(signal: Int32)
}

/// A step of the selection in a list.
public enum Movement: Hashable, Sendable {
  case up, down, pageUp, pageDown, toFirst, toLast
}

/// The program that shows a page.
public struct BrowserName: Hashable, Sendable {
  public var name: String
  public init(name: String) { self.name = name }
}

/// Why a note could not be edited; one sentence for people.
public struct EditorFailure: Error, Hashable, Sendable {
  public var sentence: String
  public init(sentence: String) { self.sentence = sentence }
}

/// Why no browser shows a page; one sentence for people.
public struct BrowserFailure: Error, Hashable, Sendable {
  public var sentence: String
  public init(sentence: String) { self.sentence = sentence }
}

/// What became of addresses that were to be saved.
public struct AddressesSaved: Hashable, Sendable {
  /// Those that were not there before.
  public var saved: [SavedLink.ID]
  /// How many were.
  public var known: Int

  public init(saved: [SavedLink.ID], known: Int) {
    self.saved = saved
    self.known = known
  }
}
