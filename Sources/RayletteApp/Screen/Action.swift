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

  // Keys, by their meaning
  /// Shows the wheels to choose from.
  case wheelsPressed
  /// Shows the topics, languages and hosts of the wheel to choose from.
  case narrowPressed
  case historyPressed
  /// Asks whether to clear the history.
  case clearHistoryPressed
  /// Shows what never comes up again.
  case neverListPressed
  case openPressed
  /// Shows only the address, so that it can be copied by hand.
  case addressPressed
  /// Closes what lies on top.
  case modalClosed
  /// Confirms the question.
  case questionAnswered
  case sharePressed
  /// Copies the address.
  case copyPressed
  case share(ShareAction)
  case tabPressed(AppState.Tab)
  case selectionMoved(Movement)
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  case filterPressed
  /// Goes one step back: clears the selection or the filter, or leaves the trash.
  case backPressed
  case sortPressed(Int)
  case tagListPressed
  case searchesPressed
  case chooser(ChooserAction)
  case densityPressed
  case cardPressed
  case cardWidened(by: Int)
  case selectPressed
  case rangePressed
  case selectAllPressed
  case removePressed
  case restorePressed
  case tagsPressed
  case notePressed
  /// Asks for an address to save.
  case addPressed
  /// Asks for a link's title and address.
  case editPressed
  case emptyTrashPressed
  case trashPressed
  /// On Saved, spins what is listed; on Spin, goes back to the original wheel.
  case wheelPressed
  case refreshPressed
  case checkPressed
  /// Updates moved links to their new addresses.
  case acceptMovesPressed
  case undoPressed
  case redoPressed
  /// Lists the commands that do something now.
  case palettePressed
  case palette(PaletteAction)
  case detailsPressed
  case details(DetailsAction)
  /// Shows how the exchange with other devices stands.
  case syncPressed
  case sync(SyncAction)
  /// Reads the page of the link on screen.
  case readPressed
  /// Marks saved links as read, or as unread.
  case markLinksPressed
  /// An event that concerns the reader.
  case reader(ReaderAction)
  case helpPressed
  case help(HelpAction)
  case quitPressed

  // Answers to effects
  /// The page of a card, or of the details, was fetched.
  /// - Parameter failedAt: When that failed, if that was remembered from an earlier one.
  case previewLoaded(
    RequestID, Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil)
  /// The page of a link on screen was fetched and saved. The error is nil unless that failed.
  case backfilled(SavedLink.ID, LinkMetadataError?)
  /// A picture was drawn. Nil if it can't be.
  case pictureLoaded(PictureRequest, Picture?)
  /// The icon of a site was drawn. Nil if it has none that can be drawn.
  case iconLoaded(RequestID, Picture?)
  case savedListed(RequestID, Result<SavedListing, StoreError>)
  case savedRead(RequestID, Result<[SavedLink], StoreError>)
  /// The lines of kept texts in which the words of the filter stand. Links without one are left out.
  case excerptsRead(RequestID, [SavedLink.ID: String])
  case tagsRead(RequestID, Result<[TagCount], StoreError>)
  case choicesRead(RequestID, Result<Chooser.Choices, StoreError>)
  case historyCleared(RequestID, Result<Int, StoreError>)
  /// The machine got a connection to a network, or lost it.
  case networkChanged(isUp: Bool)
  /// Whether the connection is paid by its volume.
  case meterChanged(isMetered: Bool)
  case linkSaved(RequestID, Result<SaveOutcome, StoreError>)
  /// Pasted addresses were saved.
  case linksSaved(RequestID, Result<AddressesSaved, StoreError>)
  /// A change was made, undone or redone, or that failed.
  case changed(RequestID, ChangeDirection, Result<ChangeOutcome, StoreError>)
  /// The trash was purged. False if another program has locked the file.
  case trashPurged(isDone: Bool)
  /// The user emptied the trash.
  case trashEmptied(RequestID, Result<Int, StoreError>)
  /// The editor was closed. Nil if the note is unchanged.
  case noteEdited(SavedLink.ID, Result<String?, EditorFailure>)
  /// A change of many links begins.
  case jobStarted(RequestID, total: Int)
  case jobProgressed(RequestID, done: Int)
  /// A job ended or was stopped.
  case jobEnded(RequestID, JobResult)
  case shareEnded(RequestID, ShareActivity, Result<ShareOutcome, ShareFailure>)
  case browserOpened(Result<BrowserName, BrowserFailure>)
  /// The answer to a request is taking long.
  case waitIsLong(RequestID)

  // The program, the terminal and the clock
  case started
  /// Another program changed the saved links.
  case storeChanged
  /// Another device has made or changed wheels. They may have no links yet.
  case wheelsChanged
  case storeFailed(StoreError)
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
