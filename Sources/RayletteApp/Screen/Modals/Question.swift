import Foundation
import Links

/// An action that needs to be confirmed.
enum Question: Equatable, Sendable {
  /// Open many links?
  case open([SavedLink.ID])
  /// Check many links?
  case check([SavedLink.ID])
  /// Save pasted addresses?
  case save([URL])
  /// Delete the listed links in the trash? Links that are removed later stay.
  case emptyTrash(count: Int, removedBefore: Date)
  /// Forget which cards came up?
  case clearHistory

  var text: String {
    switch self {
    case .open(let ids): "Open \(ids.count.linkCount)?"
    case .check(let ids): "Check \(ids.count.linkCount)? That fetches each page."
    case .save(let urls) where urls.count == 1: "Save \(urls[0].absoluteString)?"
    case .save(let urls): "Save \(urls.count) pasted addresses?"
    case .emptyTrash(let count, _): "Delete \(count.linkCount) for good?"
    case .clearHistory: "Clear the history for good? Saved links and what was seen stay."
    }
  }

  /// The question with the keys that answer it.
  var message: String { "\(text) enter \(verb), esc cancels" }

  private var verb: String {
    switch self {
    case .open: "opens"
    case .check: "checks"
    case .save: "saves"
    case .emptyTrash: "deletes"
    case .clearHistory: "clears"
    }
  }
}

extension Question {
  /// The action for the answer yes.
  var confirmation: Action {
    switch self {
    case .open(let ids): .saved(.openConfirmed(ids))
    case .check(let ids): .saved(.checkConfirmed(ids))
    case .save(let urls): .changes(.addressesConfirmed(urls))
    case .clearHistory: .changes(.historyClearingConfirmed)
    case .emptyTrash(_, let date): .changes(.trashEmptyingConfirmed(removedBefore: date))
    }
  }
}
