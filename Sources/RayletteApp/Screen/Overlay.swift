import Markup
import Foundation
import LinkPreview
import LinkStore

/// What covers the tabs until it's closed. Keys go to it.
public enum Overlay: Equatable, Sendable {
  /// An address alone on the screen, to be selected and copied by hand.
  case address(String)
  /// The share sheet.
  case share(ShareSheet)
  /// A QR code alone on the screen.
  case code(QRCode, address: String)
  /// Everything known about a link.
  case details(LinkDetails)
  /// Something to be confirmed.
  case question(Question)
}

extension Overlay {
  /// Whether it takes the whole screen, with header and rules.
  var isWhole: Bool {
    switch self {
    case .address, .code: true
    case .share, .details, .question: false
    }
  }
}

extension AppState {
  /// The address on screen: the final one, as far as it's known.
  var address: String? {
    switch tab {
    case .spin: spin?.address
    case .saved: saved.linkAtCursor?.metadata.address.text
    }
  }

  /// Whether the terminal's own selection by mouse is wanted.
  public var isForSelecting: Bool { if case .address = overlay { true } else { false } }
}
