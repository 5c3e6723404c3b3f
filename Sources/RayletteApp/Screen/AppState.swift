public import Foundation
import LinkStore
public import TerminalGrid

/// All that the screen shows and keys act on. Only ``update(_:_:)`` changes it.
public struct AppState: Equatable, Sendable {
  public enum Tab: Hashable, Sendable { case spin, saved }

  // The terminal
  public var size: Size
  public var appearance: Appearance
  public var pictures: Pictures
  /// Whether things may move while nothing else changes.
  public var animation = true

  // What is on screen
  public var tab: Tab
  /// What covers the tabs, if anything.
  public var overlay: Overlay?
  /// How far the help is scrolled; nil while it's hidden.
  public var helpScroll: Int?
  /// The line being typed. Keys go to it while there is one.
  public var prompt: Prompt?
  /// One line about what just happened. The next key takes it away.
  public var notice: Notice?

  // Spin
  public var wheel: WheelState
  /// The wheel at the start, while another one is used.
  public var originalWheel: WheelState?
  /// The spin on screen; nil before the first.
  public var spin: Spin?

  // Saved
  public var saved: SavedList
  /// Whether the trash has to be purged, which happens once a session.
  var isTrashPurgeDue = false

  // Requests
  var lastRequest = RequestID.none
  var spinRequest = LatestRequest<URL>()
  var wheelRequest = LatestRequest<[SavedLink.ID]>()
  var tagsRequest = LatestRequest<[SavedLink.ID]>()
  var findingsRequest = LatestRequest<URL>()
  var jobRequest = LatestRequest<BackgroundJob>()
  /// What was typed for a screen that hasn't arrived yet.
  var typeAhead = TypeAhead()

  /// The present, for "3 days ago". See ``Action/timePassed(_:)``.
  public var now: Date
  /// The time limit of a fetch.
  public var timeout: Duration
  /// What sharing can do here.
  public var shareCapabilities = ShareCapabilities()
  /// The exit code, once the program is to end.
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
