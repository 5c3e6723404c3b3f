public import LinkPreview
public import Links
public import TerminalGrid

/// An event that concerns the Saved tab: a key by its meaning, or the result of an effect.
public enum SavedAction: Equatable, Sendable {
  case moved(Movement)
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)
  case filterPressed
  /// Takes one step back: clears the selection or the filter, or leaves the trash.
  case backPressed
  case sortPressed(Int)
  /// A sort order was chosen from the menu.
  case sortChosen(SavedSort)
  case densityPressed
  case cardPressed
  case cardWidened(by: Int)
  case selectPressed
  case rangePressed
  case selectAllPressed
  /// Opens or closes the trash.
  case trashPressed

  case sidebar(SidebarAction)

  // The following act on the selected links or, without a selection, on the link at the cursor.
  case removePressed, restorePressed
  /// Marks links as read or unread.
  case markPressed
  /// Updates moved links to their new addresses.
  case acceptMovesPressed
  /// Asks for a link's title and address.
  case editPressed
  case refreshPressed, checkPressed
  /// Fetches the pages of all listed links again.
  case refreshAllPressed
  /// Asks whether to delete the listed links in the trash.
  case emptyTrashPressed

  // Typed, chosen or confirmed input
  /// The filter in the prompt has changed.
  case filterTyped(SavedFilter)
  case filterEntered(String)
  case filterCancelled
  /// A filter was chosen from a list.
  /// - Parameter leavesTrash: whether the filter is for links outside the trash.
  case filterChosen(String, leavesTrash: Bool)
  case tagsChosen([SavedLink.ID], TagChange)
  case titleEntered(SavedLink.ID, String)
  case addressEntered(SavedLink.ID, Prompt)
  /// Addresses to save were typed.
  case newLinksEntered(Prompt)
  // The user answered these questions with yes.
  case openConfirmed([SavedLink.ID])
  case checkConfirmed([SavedLink.ID])
  case refreshConfirmed([SavedLink.ID])

  case listed(RequestID, Result<SavedListing, StoreError>)
  case linksRead(RequestID, Result<[SavedLink], StoreError>)
  /// Lines of kept texts with the words of the filter were read. Links without such a line are left
  /// out.
  case excerptsRead(RequestID, [SavedLink.ID: String])
  case tagsRead(RequestID, Result<[TagCount], StoreError>)
  case sitesRead(RequestID, Result<[SiteCount], StoreError>)
  /// The page of a link on screen was fetched and saved, or couldn't be, because of the error.
  case backfilled(SavedLink.ID, LinkMetadataError?)
  /// The icon of a site was drawn. Nil if the site has no icon that can be drawn.
  case iconLoaded(RequestID, Picture?)
  /// The editor was closed. Nil if the note is unchanged.
  case noteEdited(SavedLink.ID, Result<String?, EditorFailure>)
  /// A change of many links begins.
  case jobStarted(RequestID, total: Int)
  case jobProgressed(RequestID, done: Int)
  /// A job ended or was stopped.
  case jobEnded(RequestID, JobResult)
  /// These browsers have bookmarks.
  case browsersFound([WebBrowser])
  /// The trash was purged. False if another program has locked the file.
  case trashPurged(isDone: Bool)
}

extension SavedAction {
  /// Whether the action is for the link at the cursor if no link is selected.
  var actsOnCursor: Bool {
    switch self {
    case .removePressed, .restorePressed, .acceptMovesPressed, .refreshPressed, .selectPressed,
      .editPressed, .markPressed:
      true
    case .sidebar, .moved, .rowPressed, .scrolled, .filterPressed, .backPressed, .sortPressed,
      .sortChosen,
      .densityPressed, .cardPressed, .cardWidened, .rangePressed, .selectAllPressed, .trashPressed,
      .checkPressed, .refreshAllPressed, .refreshConfirmed, .emptyTrashPressed, .filterTyped,
      .filterEntered, .filterCancelled,
      .filterChosen, .tagsChosen, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .sitesRead, .backfilled,
      .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .browsersFound, .trashPurged:
      false
    }
  }

  /// Whether the action may change only content that isn't on screen.
  var mayStayUnseen: Bool {
    switch self {
    case .densityPressed, .cardPressed, .cardWidened: true
    case .sidebar, .moved, .rowPressed, .scrolled, .filterPressed, .backPressed, .sortPressed,
      .sortChosen,
      .selectPressed, .rangePressed, .selectAllPressed, .trashPressed, .removePressed,
      .restorePressed, .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed,
      .refreshAllPressed, .refreshConfirmed, .checkPressed, .emptyTrashPressed, .filterTyped,
      .filterEntered, .filterCancelled,
      .filterChosen, .tagsChosen, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .sitesRead, .backfilled,
      .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .browsersFound, .trashPurged:
      false
    }
  }
}
