package import Foundation
import LinkFetching
package import LinkStore

/// The saved links, wheels and cached pages of a user, with what a front end does with them: load a
/// page, spin, read, keep, check, change.
///
///     let library = LinkLibrary(
///       saved: store, wheels: WheelStore(sharing: store), cache: cache, environment: environment)
///     let saved = try await library.changes.save(metadata)
package struct LinkLibrary: Sendable {
  package let saved: SavedLinkStore
  package let wheels: WheelStore
  package let loader: MetadataLoader
  package let spinner: WheelSpinner
  package let articles: ArticleLoader
  package let archiver: ArticleArchiver
  package let changes: LinkChanges
  package let clock: any Clock<Duration>
  package let now: @Sendable () -> Date

  /// - Parameters:
  ///   - environment: says where other programs and their files are.
  ///   - keep: which parts of saved links' pages are stored.
  package init(
    saved: SavedLinkStore, wheels: WheelStore, cache: MetadataCache, environment: [String: String],
    keep: KeepPolicy = .text, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.saved, self.wheels, self.clock, self.now) = (saved, wheels, clock, now)
    loader = MetadataLoader(cache: cache, clock: clock, now: now)
    spinner = WheelSpinner(loader: loader, saved: saved, wheels: wheels)
    archiver = ArticleArchiver(
      saved: saved, fetcher: ArticleFetcher(environment: environment), policy: keep,
      schedule: HostSchedule(clock: clock, pause: .seconds(1)), now: now)
    articles = ArticleLoader(saved: saved, keeper: archiver, clock: clock)
    changes = LinkChanges(saved: saved, wheels: wheels, environment: environment, now: now)
  }
}
