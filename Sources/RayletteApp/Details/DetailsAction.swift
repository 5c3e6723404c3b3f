public import LinkPreview
public import Links

/// An event that concerns the details on screen.
public enum DetailsAction: Equatable, Sendable {
  case moved(Movement)
  /// Loads the page again.
  case reloadPressed
  /// What happened to the saved link was read, the latest first.
  case historyRead(RequestID, [LinkEvent])
  case findingsLoaded(RequestID, Result<[PageCheck.Finding], LinkMetadataError>)
}
