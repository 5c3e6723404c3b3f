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
  /// The number of lines scrolled off the top.
  var scroll = 0
  var findingsRequest = LatestRequest<URL>()
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
    [findingsRequest.pendingID, reloadRequest.pendingID].compactMap(\.self)
  }
}

extension AppState {
  /// The link whose details can be shown. Nil if there's none, or while it's loading.
  var detailsSubject: LinkDetails? {
    if let page {
      return LinkDetails(metadata: page.metadata, saved: page.saved, fetchedAt: nil)
    }
    switch tab {
    case .spin:
      guard let card = spin.card, let metadata = card.saveableMetadata else { return nil }
      if case .shown(let entry) = card.phase {
        return LinkDetails(metadata: metadata, saved: nil, fetchedAt: entry.fetchedAt)
      }
      return LinkDetails(metadata: metadata, saved: nil, fetchedAt: nil)
    case .saved:
      return saved.linkAtCursor.map {
        LinkDetails(metadata: $0.metadata, saved: $0, fetchedAt: nil)
      }
    }
  }
}
