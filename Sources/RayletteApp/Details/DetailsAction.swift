public import LinkPreview
public import Links

/// An event that concerns the details on screen.
public enum DetailsAction: Equatable, Sendable {
  case moved(Movement)
  /// Loads the page again.
  case reloadPressed
  /// The history of the saved link was read, latest first.
  case historyRead(RequestID, [LinkEvent])
  case findingsLoaded(RequestID, Result<[PageCheck.Finding], LinkMetadataError>)
}
