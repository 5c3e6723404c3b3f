import Foundation
import LinkPreview
import LinkStore

/// A link with everything that is known of it.
public struct LinkDetails: Equatable, Sendable {
  let metadata: LinkMetadata
  /// What the person made of it, when it is saved.
  let saved: SavedLink?
  /// When its page was fetched, as far as that is known.
  let fetchedAt: Date?
  var findings = Findings.awaited
  /// Rows above the screen.
  var scroll = 0

  /// What the page's publisher could do better.
  enum Findings: Equatable, Sendable {
    case awaited
    case found([PageCheck.Finding])
    case failed(LinkMetadataError)
  }

  /// The address that is looked at.
  var url: URL { metadata.originalURL }
}

extension AppState {
  /// The details on screen, while there are some.
  var details: LinkDetails? {
    get { if case .details(let details)? = cover { details } else { nil } }
    set { cover = newValue.map { .details($0) } }
  }

  /// What there is to tell of the link on screen; nil without one, or while it loads.
  var detailsSubject: LinkDetails? {
    switch tab {
    case .spin:
      guard let spin, let metadata = spin.saveableMetadata else { return nil }
      if case .shown(let entry) = spin.phase {
        return LinkDetails(metadata: metadata, saved: nil, fetchedAt: entry.fetchedAt)
      }
      return LinkDetails(metadata: metadata, saved: nil, fetchedAt: nil)
    case .saved:
      return saved.selected.map {
        LinkDetails(metadata: $0.metadata, saved: $0, fetchedAt: nil)
      }
    }
  }
}
