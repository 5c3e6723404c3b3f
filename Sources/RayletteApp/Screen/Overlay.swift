public import Foundation
import LinkPreview
public import LinkStore
import Markup

/// A view that covers the tabs until it's closed. Keys go to it.
public enum Overlay: Equatable, Sendable {
  /// Only an address, so that it can be selected and copied by hand.
  case address(String)
  case share(ShareSheet)
  /// Only a QR code.
  case code(QRCode, address: String)
  /// Everything known about a link.
  case details(LinkDetails)
  /// How the exchange with other devices stands.
  case sync
  /// An action that needs to be confirmed.
  case question(Question)
  /// A list to choose a filter from.
  case chooser(Chooser)
}

extension Overlay {
  /// Whether it covers the whole screen, including the header and the rules.
  var isWhole: Bool {
    switch self {
    case .address, .code: true
    case .share, .details, .sync, .question, .chooser: false
    }
  }
}

extension AppState {
  /// The address on screen: the final URL if it's known.
  var address: String? {
    if let addressInReader { return addressInReader }
    return switch tab {
    case .spin: spin?.address
    case .saved: saved.linkAtCursor?.metadata.address.text
    }
  }

  /// Whether the mouse should select text, as the terminal does by itself.
  public var isForSelecting: Bool { if case .address = overlay { true } else { false } }
}

/// An action that needs to be confirmed.
public enum Question: Equatable, Sendable {
  /// Open many links?
  case open([SavedLink.ID])
  /// Check many links?
  case check([SavedLink.ID])
  /// Save pasted addresses?
  case save([URL])
  /// Delete the listed links in the trash? Those removed later stay.
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

extension AppState {
  /// The question on screen, if there's one.
  var question: Question? { if case .question(let question)? = overlay { question } else { nil } }
}
