package import Articles
package import Foundation
package import LinkFetching
import LinkPreview
package import LinkStore
package import Links
import Localization
import Markup
import TaskLimits

/// Stores the text of saved links' pages, and their pictures if the user wants that.
package struct ArticleArchiver: Sendable {
  let saved: SavedLinkStore
  let fetcher: ArticleFetcher
  let policy: KeepPolicy
  /// Limits each host to one request a second.
  let schedule: HostSchedule
  let now: @Sendable () -> Date
  let hasNetwork: @Sendable () async -> Bool

  package init(
    saved: SavedLinkStore, fetcher: ArticleFetcher, policy: KeepPolicy = .text,
    schedule: HostSchedule = HostSchedule(clock: ContinuousClock(), pause: .seconds(1)),
    now: @escaping @Sendable () -> Date = { Date() },
    hasNetwork: @escaping @Sendable () async -> Bool = { await LocalNetwork.findsHosts() }
  ) {
    self.saved = saved
    self.fetcher = fetcher
    self.policy = policy
    self.schedule = schedule
    self.now = now
    self.hasNetwork = hasNetwork
  }

  /// The outcome of keeping a link's text.
  package enum Outcome: Equatable, Sendable {
    case kept(wordCount: Int)
    case failed(ArticleError)
    case tooLong
    /// The link was deleted or changed meanwhile.
    case linkChanged
    case notStored(StoreError)
    /// The task was cancelled, or there's no network.
    case stopped
  }

  private static let timeout = Duration.seconds(20)

  /// Fetches a link's page and stores its text. Records a failure, so that the page isn't tried
  /// again for a while.
  package func keep(_ link: SavedLink) async -> Outcome {
    guard await schedule.waitForSlot(at: link.metadata.url.displayHost) else { return .stopped }
    // What's within an error is stored with it.
    let found = await Catalogue.run(in: .stored) {
      await fetcher.article(at: link.url, timeout: Self.timeout)
    }
    switch found {
    case .success(let article):
      return await store(article, of: link)
    case .failure(.notFetched(.cancelled)): return .stopped
    case .failure(let error):
      if Task.isCancelled { return .stopped }
      if await !hasNetwork() { return .stopped }
      do throws(StoreError) {
        let reason = Catalogue.with(.stored) { error.sentence }
        try await recordFailure(of: link, reason, isPermanent: error.isPermanent)
      } catch {
        return .notStored(error)
      }
      return .failed(error)
    }
  }

  private func recordFailure(
    of link: SavedLink, _ reason: String, isPermanent: Bool
  ) async throws(StoreError) {
    try await saved.recordFailure(
      ofKeeping: link.id, reason, isPermanent: isPermanent, date: now())
  }

  /// Stores a text that was fetched for another reason, if the user keeps texts.
  func keep(_ article: Article, of link: SavedLink) async {
    if policy != .off { _ = await store(article, of: link) }
  }

  private func store(_ article: Article, of link: SavedLink) async -> Outcome {
    do throws(StoreError) {
      switch try await saved.keep(article, of: link.id, at: link.address, date: now()) {
      case .kept:
        if policy == .pictures { try await keepPictures(of: article, link) }
        return .kept(wordCount: article.wordCount)
      case .tooLong:
        let reason = Catalogue.with(.stored) { localized("The text is too long to be kept.") }
        try await recordFailure(of: link, reason, isPermanent: true)
        return .tooLong
      case .linkChanged: return .linkChanged
      }
    } catch {
      return .notStored(error)
    }
  }

  /// Stores the first pictures, without those that can't be fetched.
  private func keepPictures(of article: Article, _ link: SavedLink) async throws(StoreError) {
    let images = LinkImageLoader(cache: nil, timeout: Self.timeout)
    for url in article.pictures.prefix(Self.pictureLimit) where !Task.isCancelled {
      guard let image = try? await images.image(at: url, of: link.url) else { continue }
      try await saved.keepPicture(image.data, url: url, of: link.id)
    }
  }

  private static let pictureLimit = 20
}

extension ArticleError {
  /// Whether another attempt soon would be useless.
  fileprivate var isPermanent: Bool {
    switch self {
    case .noArticle, .needsScripts, .onlyPictures, .notFetched(.failed(.notAWebPage)): true
    case .notFetched(let error): error.isOfMissingPage
    case .botWall: false
    }
  }
}

/// Stores the texts of saved links without one, while the program runs. The next run continues with
/// the remaining links.
struct BackgroundArchiver: Sendable {
  let keeper: ArticleArchiver
  let clock: any Clock<Duration>
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  private let signal = WakeSignal()

  init(keeper: ArticleArchiver, clock: any Clock<Duration>) {
    (self.keeper, self.clock) = (keeper, clock)
  }

  /// Looks for links without a text, because the links or the network have changed.
  func lookAgain() { signal.send() }

  /// The pause after the start, so that the first pages aren't slowed down.
  private static let delay = Duration.seconds(10)
  private static let pause = Duration.seconds(15)
  /// The time after which the network is tried again, unless it's known to be back sooner.
  private static let offlinePause = Duration.seconds(600)
  private static let idlePause = Duration.seconds(3600)
  /// Few fetches at a time, so that the user's own requests aren't slowed down.
  private static let concurrency = 2

  func run() async {
    guard keeper.policy != .off, keeper.saved.writeError == nil,
      (try? await clock.sleep(for: Self.delay)) != nil
    else { return }
    var canContinue = true
    while canContinue {
      if let links = await nextLinks(), !links.isEmpty {
        if await keeper.hasNetwork(), await !isMetered() {
          // On a full disk, the next attempt would fail too.
          guard await keep(links) else { return }
        } else {
          canContinue = await signal.wait(atMost: Self.offlinePause, clock: clock) != .cancelled
        }
      } else {
        // A page that failed is due again some day.
        canContinue = await signal.wait(atMost: Self.idlePause, clock: clock) != .cancelled
      }
      if canContinue { canContinue = (try? await clock.sleep(for: Self.pause)) != nil }
    }
  }

  /// Returns the links that were saved last and have no text.
  private func nextLinks() async -> [SavedLink]? {
    try? await keeper.saved.linksToKeep(nil, limit: 20, now: keeper.now())
  }

  /// Stores the texts of links.
  /// - Returns: whether the store accepted them.
  private func keep(_ links: [SavedLink]) async -> Bool {
    let canStore = Locked(true)
    await links.concurrently(limit: Self.concurrency) { [keeper] link in
      guard canStore.withLock({ $0 }) else { return }
      if case .notStored = await keeper.keep(link) { canStore.withLock { $0 = false } }
    }
    return canStore.withLock { $0 }
  }
}

/// The parts of saved links' pages to store.
package enum KeepPolicy: String, Hashable, Sendable, CaseIterable {
  /// The text, for reading and searching without a network.
  case text
  case off
  /// The text and its pictures.
  case pictures
}
