public import Markup
public import Foundation
public import LinkPreview

/// A change of saved links that can be taken back: bulk changes are one.
public enum SavedChange: Hashable, Sendable {
  case trash([SavedLink.ID], at: Date)
  case restore([SavedLink.ID])
  case addTags([String], to: [SavedLink.ID])
  case removeTags([String], from: [SavedLink.ID])
  case setTags([SavedLink.ID: [String]])
  case setNotes([SavedLink.ID: String])
  /// Gives links titles of the person's; an empty one leaves it to the page.
  case setTitles([SavedLink.ID: String])
  case setMetadata([SavedLink.ID: LinkMetadata])
  /// Gives links other addresses, such as those that their sites moved them to. One whose new page
  /// is kept as another link already stays as it is.
  case setAddresses([SavedLink.ID: WebAddress])

  /// The links that it is about.
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
