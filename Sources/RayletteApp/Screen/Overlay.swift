import Markup
import Foundation
import LinkPreview
import LinkStore

/// What lies over the tabs until it is closed; keys go there meanwhile.
public enum Overlay: Equatable, Sendable {
  /// An address alone on the screen, to be selected and copied by hand.
  case address(String)
  /// The choice of what to do with a link.
  case share(ShareSheet)
  /// A QR code alone on the screen.
  case code(QRCode, address: String)
  /// Everything known of a link.
  case details(LinkDetails)
  /// Something to be confirmed.
  case question(Question)
}

extension Overlay {
  /// Whether it takes the whole screen, header and rules with it.
  var isWhole: Bool {
    switch self {
    case .address, .code: true
    case .share, .details, .question: false
    }
  }
}

extension AppState {
  /// The address on screen: where the link led to, as far as that is known.
  var address: String? {
    switch tab {
    case .spin: spin?.address
    case .saved: saved.selected?.metadata.address.text
    }
  }

  /// Whether the screen is there to be selected from with the mouse.
  public var isForSelecting: Bool { if case .address = cover { true } else { false } }
}
