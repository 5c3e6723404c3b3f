public import Foundation
import LinkPreview
public import LinkStore

/// Something that needs to be confirmed.
public enum Question: Equatable, Sendable {
  /// Open many links?
  case open([SavedLink.ID])
  /// Save pasted addresses?
  case save([URL])

  var text: String {
    switch self {
    case .open(let ids): "Open \(ids.count.linkCount)?"
    case .save(let urls) where urls.count == 1: "Save \(urls[0].absoluteString)?"
    case .save(let urls): "Save \(urls.count) pasted addresses?"
    }
  }

  /// The question with the keys that answer it.
  var message: String { "\(text) enter \(verb), esc cancels" }

  private var verb: String {
    switch self {
    case .open: "opens"
    case .save: "saves"
    }
  }
}

extension AppState {
  /// The question on screen, if there is one.
  var question: Question? { if case .question(let question)? = overlay { question } else { nil } }
}
