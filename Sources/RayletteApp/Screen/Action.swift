public import Foundation
public import LinkPreview
public import Links
public import TerminalGrid

/// An event: a key, the answer to an effect, or the passing of time.
public enum Action: Equatable, Sendable {
  // Input
  case keyPressed(Key)
  case mouse(MouseEvent)
  /// Text was pasted, with its line breaks.
  case pasted(String)

  // Features
  case spin(SpinAction)
  case wheel(WheelAction)
  case saved(SavedAction)
  case reader(ReaderAction)
  case chooser(ChooserAction)
  case share(ShareAction)
  case details(DetailsAction)
  case sync(SyncAction)
  case palette(PaletteAction)
  case help(HelpAction)

  // Keys for what's on screen, whichever tab that is
  case tabPressed(AppState.Tab)
  case openPressed, sharePressed
  /// Copies the address.
  case copyPressed
  /// Shows only the address, so that it can be copied by hand.
  case addressPressed
  /// Reads the page of the link on screen.
  case readPressed
  case tagsPressed, notePressed
  case detailsPressed
  /// On Saved, spins what is listed; on Spin, goes back to the original wheel.
  case wheelPressed
  case undoPressed, redoPressed
  /// Asks for an address to save.
  case addPressed
  /// Asks whether to clear the history.
  case clearHistoryPressed
  /// Lists the commands that do something now.
  case palettePressed
  /// Shows how the exchange with other devices stands.
  case syncPressed
  case helpPressed
  /// Closes what lies on top.
  case modalClosed
  /// Confirms the question.
  case questionAnswered
  case quitPressed

  // Answers to effects that concern several features
  /// The page of a card, or of the details, was fetched.
  /// - Parameter failedAt: When that failed, if that was remembered from an earlier one.
  case previewLoaded(
    RequestID, Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil)
  /// A picture was drawn. Nil if it can't be.
  case pictureLoaded(PictureRequest, Picture?)
  case linkSaved(RequestID, Result<SaveOutcome, StoreError>)
  /// Pasted addresses were saved.
  case linksSaved(RequestID, Result<AddressesSaved, StoreError>)
  /// A change was made, undone or redone, or that failed.
  case changed(RequestID, ChangeDirection, Result<ChangeOutcome, StoreError>)
  /// The user emptied the trash.
  case trashEmptied(RequestID, Result<Int, StoreError>)
  case historyCleared(RequestID, Result<Int, StoreError>)
  case shareEnded(RequestID, ShareActivity, Result<ShareOutcome, ShareFailure>)
  case browserOpened(Result<BrowserName, BrowserFailure>)
  /// The answer to a request is taking long.
  case waitIsLong(RequestID)

  // The program, the terminal, the network and the clock
  case started
  /// Another program changed the saved links.
  case storeChanged
  /// Another device has made or changed wheels. They may have no links yet.
  case wheelsChanged
  case storeFailed(StoreError)
  /// The machine got a connection to a network, or lost it.
  case networkChanged(isUp: Bool)
  /// Whether the connection is paid by its volume.
  case meterChanged(isMetered: Bool)
  case resized(Size)
  /// The terminal answered what it was asked, or didn't within its time limit.
  case terminalAnswered(TerminalAnswers)
  case timePassed(Date)
  /// The program received a signal to end, such as from Ctrl-C.
  case interrupted(signal: Int32)
}

/// A cursor movement in a list.
public enum Movement: Hashable, Sendable, CaseIterable {
  case down, up, pageDown, pageUp, halfPageDown, halfPageUp, toFirst, toLast
}

/// A tag, and how many links have it.
public struct TagCount: Hashable, Sendable {
  public var tag: String
  public var count: Int

  public init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// The number of pasted addresses that were saved.
public struct AddressesSaved: Hashable, Sendable {
  /// The links that weren't saved before.
  public var saved: [SavedLink.ID]
  /// The number of addresses that were saved before.
  public var known: Int
  /// The link of the first address, saved now or before.
  public var first: SavedLink.ID?

  public init(saved: [SavedLink.ID], known: Int, first: SavedLink.ID? = nil) {
    self.saved = saved
    self.known = known
    self.first = first
  }
}
