public import Foundation
import LinkStore
public import TerminalGrid

/// Everything that the screen shows and keys act on. Only ``update(_:_:)`` changes it.
public struct AppState: Equatable, Sendable {
  public enum Tab: String, Hashable, Sendable, Codable { case spin, saved }

  // The terminal
  public var size: Size
  public var appearance: Appearance
  public var pictures: Pictures
  /// Whether animations are enabled.
  public var animation = true

  // What is on screen
  public var tab: Tab
  /// The overlay over the tabs, if there's one.
  public var overlay: Overlay?
  /// The help, or nil while it's closed.
  public var help: HelpState?
  /// The palette over everything else, or nil while it's closed.
  public var palette: Palette?
  /// The line being typed. While there's one, keys go to it.
  public var prompt: Prompt?
  /// A message about what just happened. The next key removes it.
  public var notice: Notice?

  // Spin
  public var wheel: WheelState
  /// The name of the wheel that the user chose, now or in an earlier session. A wheel of the command
  /// line doesn't take its place.
  public var chosenWheel: String?
  /// The original wheel, while another one is in use.
  public var originalWheel: WheelState?
  /// The links saved last.
  public var recentlySaved = RecentlySaved()
  /// The cards of this session.
  public var trail = SpinTrail()
  /// The link that comes up next, if it's picked already.
  var upcoming: Upcoming?
  /// Whether the next link is fetched while a card is read.
  public var prefetches = false
  /// Whether the connection is paid by its volume, so that nothing is fetched ahead.
  var isMetered = false
  /// Whether there's no network, so that only cached cards come up.
  public var isOffline = false
  /// The hosts that couldn't be found lately.
  var hostSearch = HostSearch()

  // Saved
  public var saved: SavedList
  /// The icons of sites in the list.
  var icons = SiteIcons()
  /// Whether the trash still needs to be purged, which happens once per session.
  var isTrashPurgeDue = false

  /// The reader over the tabs, or nil while it's closed.
  public var reader: Reader?
  /// The width of the column of text in the reader, where there's room for it.
  public var readerWidth = ReaderLayout.standardWidth
  /// The line at the top when a search in the reader began.
  var findOrigin = 0
  /// The letters at links in the reader, while one is being picked.
  var linkHints: LinkHints?

  /// How the exchange with other devices stands; nil if there's none.
  public var sync: SyncStatus?

  /// The first key of a chord, while the second one is awaited.
  var pendingKey: Key?
  /// All commands with their keys.
  public var keyMap = KeyMap()
  /// The commands that were run from the palette.
  var recentCommands = RecentCommands()

  /// The searches of the config file.
  public var savedSearches: [SavedSearch] = []

  // Requests
  var lastRequest = RequestID.none
  var spinRequest = LatestRequest<URL>()
  var drawRequest = LatestRequest<WheelID>()
  var chooserRequest = LatestRequest<Chooser.Purpose>()
  var narrowingRequest = LatestRequest<WheelNarrowing>()
  /// The card that the user wants never to see again.
  var neverRequest = LatestRequest<RequestID>()
  var wheelRequest = LatestRequest<[SavedLink.ID]>()
  var tagsRequest = LatestRequest<[SavedLink.ID]>()
  var findingsRequest = LatestRequest<URL>()
  /// The page of the details, while it's loaded again.
  var detailsRequest = LatestRequest<URL>()
  var jobRequest = LatestRequest<BackgroundJob>()
  /// Keys typed for a screen that hasn't arrived yet.
  var typeAhead = TypeAhead()

  /// The current time, for "3 days ago". See ``Action/timePassed(_:)``.
  public var now: Date
  /// The time limit of a fetch.
  public var timeout: Duration
  /// The share features that are available on this machine.
  public var shareCapabilities = ShareCapabilities()
  /// The exit code, or nil while the program keeps running.
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
    notice = saved.writeError.map { .failure("Nothing can be saved: \($0).") }
    self.timeout = timeout
    self.appearance = appearance
    self.pictures = pictures
  }
}

/// A one-line message about what just happened.
public struct Notice: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case success, information, failure }
  public var kind: Kind
  public var text: String

  static func success(_ text: String) -> Notice { Notice(kind: .success, text: text) }
  static func information(_ text: String) -> Notice { Notice(kind: .information, text: text) }
  static func failure(_ text: String) -> Notice { Notice(kind: .failure, text: text) }
}
