import Foundation
import LinkPreview
import Links

/// A link with everything known about it.
public struct LinkDetails: Equatable, Sendable {
  var metadata: LinkMetadata
  /// The saved link, or nil if it isn't saved.
  var saved: SavedLink?
  /// When its page was fetched, or nil if that isn't known.
  var fetchedAt: Date?
  var findings = Findings.awaited
  /// What happened to the saved link, the latest first.
  var history: [LinkEvent] = []
  /// The number of lines scrolled off the top.
  var scroll = 0
  var findingsRequest = LatestRequest<URL>()
  /// The request for the history of the saved link as it was then.
  var historyRequest = LatestRequest<SavedLink>()
  /// The link whose history is shown.
  var historySubject: SavedLink?
  /// The request for the page, while it's loaded again.
  var reloadRequest = LatestRequest<URL>()

  /// Preview problems that the page's publisher could fix.
  enum Findings: Equatable, Sendable {
    case awaited
    case found([PageCheck.Finding])
    case failed(LinkMetadataError)
  }

  var url: URL { metadata.originalURL }

  /// The requests whose answers are awaited.
  var pendingIDs: [RequestID] {
    [findingsRequest.pendingID, reloadRequest.pendingID, historyRequest.pendingID]
      .compactMap(\.self)
  }
}
