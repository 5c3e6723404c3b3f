import Foundation
import LinkPreview
import LinkStore

/// A link with everything known about it.
public struct LinkDetails: Equatable, Sendable {
  let metadata: LinkMetadata
  /// The saved link, if it's saved.
  let saved: SavedLink?
  /// When its page was fetched, if that's known.
  let fetchedAt: Date?
  var findings = Findings.awaited
  /// How many lines are scrolled off the top.
  var scroll = 0

  /// What the page's publisher could improve.
  enum Findings: Equatable, Sendable {
    case awaited
    case found([PageCheck.Finding])
    case failed(LinkMetadataError)
  }

  var url: URL { metadata.originalURL }
}

extension AppState {
  /// The details on screen, if there are any.
  var details: LinkDetails? {
    get { if case .details(let details)? = overlay { details } else { nil } }
    set { overlay = newValue.map { .details($0) } }
  }

  /// The link whose details can be shown; nil without one, or while it loads.
  var detailsSubject: LinkDetails? {
    switch tab {
    case .spin:
      guard let spin, let metadata = spin.saveableMetadata else { return nil }
      if case .shown(let entry) = spin.phase {
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
