import Foundation
import LinkPreview
package import Links
import Localization

/// The Spin tab: the wheels, the cards that came up, and the link that comes up next.
package struct SpinState: Equatable, Sendable {
  package var wheels: Wheels
  /// The cards of this session.
  package var trail = SpinTrail()
  /// The link that comes up next, if it's picked already.
  var prefetch: Prefetch?
  /// A change of the network that the user hasn't heard of yet.
  var networkNews: NetworkNews?
  /// The links saved last.
  package var recentlySaved = RecentlySaved()
  /// The request that picks a link.
  var drawRequest = LatestRequest<WheelID>()
  /// The request that fetches the page of a card.
  var fetchRequest = LatestRequest<URL>()
  /// The request that reads the page of a card on for the text at its beginning.
  var beginningRequest = LatestRequest<URL>()
  /// The change after which the card with this id never comes up again.
  var neverRequest = LatestRequest<RequestID>()

  package init(wheel: WheelState) { wheels = Wheels(wheel) }

  /// The card on screen, or nil before the first spin.
  package var card: Spin? {
    get { trail.current }
    set { trail.current = newValue }
  }

  /// The wheel in use.
  package var wheel: WheelState {
    get { wheels.session.wheel }
    set { wheels.session.wheel = newValue }
  }
}

/// The cards of this session in the order in which they came up, and the one on screen.
///
/// A link that was skipped or cancelled while it loaded stays in the trail. Going back to it loads
/// it.
package struct SpinTrail: Equatable, Sendable {
  private(set) var spins: [Spin] = []
  /// The index of the card on screen, or nil if there's none.
  private(set) var index: Int?
  /// The card that was on screen before this one, which returns if this one is cancelled.
  private var previous: RequestID?

  /// The maximum number of cards. A card takes a few kilobytes.
  private static let limit = 500

  package var current: Spin? {
    get { index.map { spins[$0] } }
    set {
      guard let newValue else {
        index = nil
        return
      }
      if let index { spins[index] = newValue } else { append(newValue) }
    }
  }

  /// Adds a card at the end and shows it.
  mutating func append(_ spin: Spin) {
    previous = current?.id
    // Cards that were cancelled for the one on screen aren't wanted any more.
    let kept = index.map { $0 + 1 } ?? 0
    let later = spins[kept...].filter { $0.phase != .cancelled }
    // Changes the array in place and keeps it at its limit, because a copy takes megabytes.
    spins.removeSubrange(kept...)
    spins += later
    spins.removeFirst(max(0, spins.count + 1 - Self.limit))
    spins.append(spin)
    index = spins.count - 1
  }

  /// Returns the index that a step leads to, or nil at the ends. Without a card on screen, every
  /// step leads to the last one.
  func target(ofStep step: Int) -> Int? {
    let target = index.map { $0 + step } ?? spins.count - 1
    return spins.indices.contains(target) ? target : nil
  }

  /// Shows another card of the trail.
  mutating func show(_ index: Int) {
    guard spins.indices.contains(index), index != self.index else { return }
    previous = current?.id
    self.index = index
  }

  /// Leaves a cancelled card for the one that was on screen before, or else the nearest one before
  /// it.
  mutating func leaveCancelled() {
    guard let index else { return }
    let others = spins.indices.filter { spins[$0].phase != .cancelled }
    self.index =
      others.first { spins[$0].id == previous } ?? others.last { $0 < index } ?? others.first
  }

  /// Changes the card that matches, whether it's on screen or not.
  mutating func update(where matches: (Spin) -> Bool, _ change: (inout Spin) -> Void) {
    if let index = spins.lastIndex(where: matches) { change(&spins[index]) }
  }

  /// Changes the card that a request belongs to.
  mutating func update(_ id: RequestID, _ change: (inout Spin) -> Void) {
    update(where: { $0.id == id }, change)
  }
}

/// The links saved last, for the screen before the first spin.
package struct RecentlySaved: Equatable, Sendable {
  package internal(set) var links: [SavedLink] = []
  private(set) var request = LatestRequest<Int>()
  /// Whether the saved links have changed since the last request.
  var isOutdated = true

  /// The most that any screen shows.
  private static let count = 12

  mutating func begin(_ id: RequestID) -> [Effect] {
    isOutdated = false
    return request.begin(id, Self.count) + [.read(.recent(id, count: Self.count))]
  }

  mutating func end(_ id: RequestID, _ result: Result<[SavedLink], StoreError>) {
    guard request.end(id) != nil else { return }
    // Without an answer, the screen is as it was. Saved shows what's wrong.
    if case .success(let links) = result { self.links = links }
  }
}

extension SpinState {
  /// Stores what the session learned from the end of a fetch.
  mutating func endLearning(_ seen: [SeenLink], in context: inout UpdateContext) {
    store(seen, in: &context)
    adapt(toNetwork: !wheels.session.isOffline, in: &context)
  }
}

/// A change of the network that the user should hear of on Spin.
enum NetworkNews: Equatable, Sendable {
  case isOffline, isOnline

  var notice: Notice {
    switch self {
    case .isOffline: .information(localized("Offline: spinning cached cards only."))
    case .isOnline: .information(localized("Online again."))
    }
  }
}

extension SpinState {
  /// Shows cards from the cache alone while there's no network.
  mutating func adapt(toNetwork isUp: Bool, in context: inout UpdateContext) {
    wheels.session.adapt(toNetwork: isUp)
    guard context.surroundings.isOffline == isUp else { return }
    context.setNetwork(isUp: isUp)
    // The network may be again as the user knows it.
    networkNews = networkNews == nil ? (isUp ? .isOnline : .isOffline) : nil
    context.run(dropPrefetch())
  }

  /// Says that the network was lost or is back, once no other notice is on screen. A notice answers
  /// the user's last key, which is more important.
  /// - Parameter isOnScreen: Whether nothing is in front of the tab.
  mutating func reconcileNetworkNews(isOnScreen: Bool, in context: inout UpdateContext) {
    guard let news = networkNews, isOnScreen,
      context.notice == nil || context.notice == NetworkNews.isOffline.notice
        || context.notice == NetworkNews.isOnline.notice
    else { return }
    context.notice = news.notice
    networkNews = nil
  }
}

/// An event that concerns the Spin tab: a click, or the answer to an effect.
package enum SpinAction: Equatable, Sendable {
  /// A card in the list of the session's last cards was clicked.
  case trailPicked(Int)

  /// A link was picked. Nil if the wheel has none.
  case drawn(RequestID, Result<SpinDraw?, StoreError>)
  case progressed(RequestID, elapsed: Duration)
  /// The page of an outdated card from the cache was fetched again.
  case refreshed(RequestID, CachedMetadata)
  /// A page was read on. Has its first paragraphs.
  case begun(RequestID, [String])
  /// The saved link of the page on screen, or nil if it isn't saved.
  case lookedUp(RequestID, SavedLink?)
  case recentRead(RequestID, Result<[SavedLink], StoreError>)
  /// The editor was closed with a note for the card with this id. Nil if it's empty.
  case noteWritten(RequestID, Result<String?, EditorFailure>)
}

/// The text at the beginning of pages, which large terminals show below the summary. It comes after
/// the card.
extension SpinState {
  /// Waits for the text at the beginning of a page that's read on, until the next card comes up.
  mutating func awaitBeginning(of spin: Spin, in surroundings: Surroundings) -> [Effect] {
    guard surroundings.readsPagesOn, case .loaded = spin.phase else { return [] }
    return beginningRequest.begin(spin.id, spin.url)
  }

  /// Keeps the text at the beginning of a page.
  mutating func endBeginning(_ id: RequestID, _ paragraphs: [String]) {
    if prefetch?.id == id { prefetch?.spin?.beginning = paragraphs }
    guard beginningRequest.end(id) != nil else { return }
    trail.update(id) { $0.beginning = paragraphs }
  }
}

extension Surroundings {
  /// Whether pages are read on for the text at their beginning: where there's room for it, and
  /// where data costs nothing.
  var readsPagesOn: Bool { SpinLayout.isLarge(in: self) && !isMetered && !isOffline }
}
