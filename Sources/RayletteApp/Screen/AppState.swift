public import Foundation
import LinkStore
public import TerminalGrid

/// All that the screen shows and keys act on. Changed by ``update(_:_:)`` only.
public struct AppState: Equatable, Sendable {
  /// The terminal's size.
  public var size: Size
  /// The present, for "3 days ago"; brought by ``Action/timePassed(_:)``.
  public var now: Date
  public var tab: Tab
  /// How far the help is scrolled; nil while it is hidden.
  public var helpScroll: Int?
  /// What lies over the tabs, if anything.
  public var cover: Overlay?
  /// What sharing can do here.
  public var shareMeans = ShareCapabilities()
  /// The latest request.
  var lastRequest = RequestID.none
  /// What was typed for a screen that has yet to come.
  var typeAhead = TypeAhead()
  /// The wheel that is being made of saved links.
  var wheelRequest: RequestID?
  /// The tags that are being read for completion.
  var tagsRequest: RequestID?
  /// The latest act of sharing.
  var lastShare = ShareID.first
  public var wheel: WheelState
  /// The wheel of the start, while another one turns.
  public var firstWheel: WheelState?
  /// The spin whose card is on screen; nil before the first.
  public var spin: Spin?
  public var saved: SavedList
  /// The line being typed in; keys go there while there is one.
  public var prompt: Prompt?
  /// What goes on in the background of the Saved tab, if anything.
  public var job: BackgroundJob?
  /// One line about what just happened; the next key takes it away.
  public var notice: Notice?
  /// How long a fetch may take.
  public var timeout: Duration
  public var appearance: Appearance
  public var pictures: Pictures
  /// Whether things may move while nothing else changes.
  public var animation = true
  /// Set when the program is to end, with its exit code.
  public var exitCode: Int32?

  public init(
    size: Size, now: Date, wheel: WheelState, saved: SavedList, timeout: Duration = .seconds(5),
    appearance: Appearance = .standard, pictures: Pictures = .none
  ) {
    self.size = size
    self.now = now
    tab = .spin
    self.wheel = wheel
    self.saved = saved
    notice = saved.writeObstacle.map { .failure("Nothing can be saved: \($0).") }
    self.timeout = timeout
    self.appearance = appearance
    self.pictures = pictures
  }

  public enum Tab: Hashable, Sendable { case spin, saved }
}

/// One line about what just happened.
public struct Notice: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case success, information, failure }
  public var kind: Kind
  public var text: String

  static func success(_ text: String) -> Notice { Notice(kind: .success, text: text) }
  static func information(_ text: String) -> Notice { Notice(kind: .information, text: text) }
  static func failure(_ text: String) -> Notice { Notice(kind: .failure, text: text) }
}
