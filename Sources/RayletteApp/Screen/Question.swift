public import Foundation
import LinkPreview
public import LinkStore

/// Something that is done only once a person has confirmed it.
public enum Question: Equatable, Sendable {
  /// Whether so many links are to be opened.
  case open([SavedLink.ID])
  /// Whether addresses that were pasted are to be saved.
  case save([URL])

  var text: String {
    switch self {
    case .open(let ids): "Open \(ids.count.linksInWords)?"
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
  /// What is asked, while something is.
  var question: Question? { if case .question(let question)? = cover { question } else { nil } }
}
