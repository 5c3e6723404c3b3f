public import Markup
public import Foundation
public import LinkPreview

/// A change of saved links that can be undone. A bulk change is one change.
public enum SavedChange: Hashable, Sendable {
  case trash([SavedLink.ID], at: Date)
  case restore([SavedLink.ID])
  case addTags([String], to: [SavedLink.ID])
  case removeTags([String], from: [SavedLink.ID])
  case setTags([SavedLink.ID: [String]])
  case setNotes([SavedLink.ID: String])
  /// Sets titles chosen by the user. An empty title restores the page's own.
  case setTitles([SavedLink.ID: String])
  case setMetadata([SavedLink.ID: LinkMetadata])
  /// Changes the addresses of links, for example to where their sites moved them. A link whose new
  /// page is already saved as another link isn't changed.
  case setAddresses([SavedLink.ID: WebAddress])

  /// The links that the change is for.
  public var ids: [SavedLink.ID] {
    switch self {
    case .trash(let ids, _), .restore(let ids), .addTags(_, let ids), .removeTags(_, let ids): ids
    case .setTags(let values): Array(values.keys)
    case .setNotes(let values), .setTitles(let values): Array(values.keys)
    case .setMetadata(let values): Array(values.keys)
    case .setAddresses(let values): Array(values.keys)
    }
  }
}
