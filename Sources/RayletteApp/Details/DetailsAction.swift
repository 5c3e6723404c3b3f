public import LinkPreview

/// An event that concerns the details on screen.
public enum DetailsAction: Equatable, Sendable {
  case moved(Movement)
  /// Loads the page again.
  case reloadPressed
  case findingsLoaded(RequestID, Result<[PageCheck.Finding], LinkMetadataError>)
}
