public import LinkPreview
public import Links
public import TerminalGrid

/// An event that concerns the Saved tab: a key by its meaning, or the answer to an effect.
public enum SavedAction: Equatable, Sendable {
  case moved(Movement)
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)
  case filterPressed
  /// Goes one step back: clears the selection or the filter, or leaves the trash.
  case backPressed
  case sortPressed(Int)
  case densityPressed
  case cardPressed
  case cardWidened(by: Int)
  case selectPressed
  case rangePressed
  case selectAllPressed
  /// Opens or closes the trash.
  case trashPressed

  // The following act on the selected links or, if there are none, on the one at the cursor.
  case removePressed, restorePressed
  /// Marks links as read, or as unread.
  case markPressed
  /// Updates moved links to their new addresses.
  case acceptMovesPressed
  /// Asks for a link's title and address.
  case editPressed
  case refreshPressed, checkPressed
  /// Asks whether to delete what the trash lists.
  case emptyTrashPressed

  // What was typed, chosen or confirmed
  /// The filter in the prompt has changed.
  case filterTyped(SavedFilter)
  case filterEntered(String)
  case filterCancelled
  /// A filter was chosen from a list.
  /// - Parameter leavesTrash: Whether it's about links that aren't in the trash.
  case filterChosen(String, leavesTrash: Bool)
  case tagsEntered([SavedLink.ID], String)
  case titleEntered(SavedLink.ID, String)
  case addressEntered(SavedLink.ID, Prompt)
  /// Addresses to save were typed.
  case newLinksEntered(Prompt)
  // Questions about these were answered with yes.
  case openConfirmed([SavedLink.ID])
  case checkConfirmed([SavedLink.ID])

  case listed(RequestID, Result<SavedListing, StoreError>)
  case linksRead(RequestID, Result<[SavedLink], StoreError>)
  /// The lines of kept texts in which the words of the filter stand. Links without one are left out.
  case excerptsRead(RequestID, [SavedLink.ID: String])
  case tagsRead(RequestID, Result<[TagCount], StoreError>)
  /// The page of a link on screen was fetched and saved. The error is nil unless that failed.
  case backfilled(SavedLink.ID, LinkMetadataError?)
  /// The icon of a site was drawn. Nil if it has none that can be drawn.
  case iconLoaded(RequestID, Picture?)
  /// The editor was closed. Nil if the note is unchanged.
  case noteEdited(SavedLink.ID, Result<String?, EditorFailure>)
  /// A change of many links begins.
  case jobStarted(RequestID, total: Int)
  case jobProgressed(RequestID, done: Int)
  /// A job ended or was stopped.
  case jobEnded(RequestID, JobResult)
  /// The trash was purged. False if another program has locked the file.
  case trashPurged(isDone: Bool)
}

extension SavedAction {
  /// Whether it acts on the link at the cursor when none is selected.
  var actsOnCursor: Bool {
    switch self {
    case .removePressed, .restorePressed, .acceptMovesPressed, .refreshPressed, .selectPressed,
      .editPressed, .markPressed:
      true
    case .moved, .rowPressed, .scrolled, .filterPressed, .backPressed, .sortPressed,
      .densityPressed, .cardPressed, .cardWidened, .rangePressed, .selectAllPressed, .trashPressed,
      .checkPressed, .emptyTrashPressed, .filterTyped, .filterEntered, .filterCancelled,
      .filterChosen, .tagsEntered, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      false
    }
  }

  /// Whether it changes how something looks that may not be on screen.
  var mayStayUnseen: Bool {
    switch self {
    case .densityPressed, .cardPressed, .cardWidened: true
    case .moved, .rowPressed, .scrolled, .filterPressed, .backPressed, .sortPressed,
      .selectPressed, .rangePressed, .selectAllPressed, .trashPressed, .removePressed,
      .restorePressed, .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed,
      .checkPressed, .emptyTrashPressed, .filterTyped, .filterEntered, .filterCancelled,
      .filterChosen, .tagsEntered, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      false
    }
  }
}
