import Markup
import Foundation
import LinkPreview
import LinkStore

/// The facts about a saved link in a list row.
struct SavedFacts {
  let link: SavedLink
  let now: Date
  let symbols: Symbols

  /// All facts on one line: `article · saved 2 days ago · #compilers #books`.
  var line: String {
    var facts: [String] = []
    if let kind = link.metadata.kind, kind != .website { facts.append(kind.rawValue) }
    if let trashedAt = link.trashedAt {
      facts.append("removed \(RelativeTime.text(from: trashedAt, to: now))")
    } else {
      facts.append("saved \(RelativeTime.text(from: link.savedAt, to: now))")
    }
    if !link.tags.isEmpty { facts.append(tags) }
    if !link.note.isEmpty { facts.append("note") }
    if let check = link.check, let words = check.outcome.words { facts.append(words) }
    return facts.joined(separator: symbols.separator)
  }

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
