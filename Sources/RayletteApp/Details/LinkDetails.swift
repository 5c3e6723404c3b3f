import Foundation
import LinkPreview
import Links

/// A link with everything known about it.
struct LinkDetails: Equatable, Sendable {
  var metadata: LinkMetadata
  /// The saved link; nil if the link isn't saved.
  var saved: SavedLink?
  /// When the page was fetched; nil if unknown.
  var fetchedAt: Date?
  var findings = Findings.awaited
  /// Whether the preview problems are listed, instead of being counted.
  var listsProblems = false
  /// The changes of the saved link, latest first.
  var history: [LinkEvent] = []
  /// The number of lines scrolled off the top.
  var scroll = 0
  var findingsRequest = LatestRequest<URL>()
  /// The request for the saved link's history, with the link's state at that time.
  var historyRequest = LatestRequest<SavedLink>()
  /// The link that the history belongs to.
  var historySubject: SavedLink?
  /// The request that loads the page again.
  var reloadRequest = LatestRequest<URL>()

  /// Preview problems that the page's publisher could fix.
  enum Findings: Equatable, Sendable {
    case awaited
    case found([PageCheck.Finding])
    case failed(LinkMetadataError)
  }

  var url: URL { metadata.originalURL }

  /// The preview problems. Empty if there are none, or if they aren't known.
  var problems: [PageCheck.Finding] {
    if case .found(let findings) = findings { findings } else { [] }
  }

  /// The pending requests.
  var pendingIDs: [RequestID] {
    [findingsRequest.pendingID, reloadRequest.pendingID, historyRequest.pendingID]
      .compactMap(\.self)
  }
}
