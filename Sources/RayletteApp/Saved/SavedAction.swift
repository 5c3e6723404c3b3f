package import LinkPreview
package import Links
package import TerminalGrid

/// An event that concerns the Saved tab: the mouse, or the result of an effect.
package enum SavedAction: Equatable, Sendable {
  /// A link in the list was clicked.
  case rowPressed(SavedLink.ID, count: Int)
  /// The mouse wheel was turned.
  case scrolled(rows: Int)
  case sidebar(SidebarAction)

  case listed(RequestID, Result<SavedListing, StoreError>)
  case linksRead(RequestID, Result<[SavedLink], StoreError>)
  /// Lines of kept texts with the words of the filter were read. Links without such a line are left
  /// out.
  case excerptsRead(RequestID, [SavedLink.ID: String])
  case tagsRead(RequestID, Result<[SavedFacets.Count], StoreError>)
  case sitesRead(RequestID, Result<[SavedFacets.Count], StoreError>)
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
