import Foundation
import LinkPreview
import Links

/// The Spin tab: the wheels, the cards that came up, and the link that comes up next.
public struct SpinState: Equatable, Sendable {
  public var wheels: Wheels
  /// The cards of this session.
  public var trail = SpinTrail()
  /// The link that comes up next, if it's picked already.
  var prefetch: Prefetch?
  /// The hosts that couldn't be found lately.
  var hostSearch = HostSearch()
  /// A change of the network that the user hasn't heard of yet.
  var networkNews: NetworkNews?
  /// The links saved last.
  public var recentlySaved = RecentlySaved()
  /// The request that picks a link.
  var drawRequest = LatestRequest<WheelID>()
  /// The request that fetches the page of a card.
  var fetchRequest = LatestRequest<URL>()
  /// The change after which the card with this id never comes up again.
  var neverRequest = LatestRequest<RequestID>()

  public init(wheel: WheelState) { wheels = Wheels(wheel) }

  /// The card on screen, or nil before the first spin.
  public var card: Spin? {
    get { trail.current }
    set { trail.current = newValue }
  }

  /// The wheel in use.
  public var wheel: WheelState {
    get { wheels.current }
    set { wheels.current = newValue }
  }
}
