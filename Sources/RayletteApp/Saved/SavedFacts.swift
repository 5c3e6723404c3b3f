import Foundation
import LinkPreview
import Links
import Markup

/// The facts about a saved link in a list row.
struct SavedFacts {
  let link: SavedLink
  let now: Date
  let symbols: Symbols

  var tags: String { link.tags.map { "#\($0)" }.joined(separator: " ") }
}

extension LinkCheck.Outcome {
  /// The outcome as a sentence.
  var sentence: String {
    switch self {
    case .ok: "The page is there."
    case .moved(let url): "Moved to \(url.absoluteString)"
    case .gone: "The page is gone."
    case .unreachable(let reason): reason
    }
  }

  /// The outcome for a list row, or nil for a link that works.
  var words: String? {
    switch self {
    case .ok: nil
    case .moved(let url): "moved to \(url.displayHost)"
    case .gone: "gone"
    case .unreachable: "unreachable"
    }
  }
}
