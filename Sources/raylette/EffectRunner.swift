import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Does what the state asks of the world, and posts back what came of it.
@MainActor
final class EffectRunner {
  private let saved: SavedLinkStore
  private let cache: MetadataCache
  private let browser: Browser
  private let clock: any Clock<Duration>
  private var fetches: [SpinID: LinkMetadataProvider] = [:]
  private let (writes, writesInput) = AsyncStream.makeStream(of: Effect.self)

  init(
    saved: SavedLinkStore, cache: MetadataCache, browser: Browser,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.saved = saved
    self.cache = cache
    self.browser = browser
    self.clock = clock
  }

  typealias Post = @Sendable (Action) -> Void

  // MARK: - Previews

  /// Makes the provider of a fetch known, so that a cancel finds it however early it comes.
  func prepareFetch(_ id: SpinID, timeout: Duration) -> LinkMetadataProvider {
    let provider = LinkMetadataProvider(timeout: timeout)
    fetches[id] = provider
    return provider
  }

  func loadPreview(
    _ id: SpinID, _ url: URL, with provider: LinkMetadataProvider, post: @escaping Post
  ) async {
    defer { fetches[id] = nil }
    if let entry = await cached(url, post: post) {
      post(.previewLoaded(id, .success(entry)))
      return
    }
    let result = await withTaskGroup(of: Void.self) { [clock] group in
      group.addTask { await Self.reportProgress(of: id, clock: clock, post: post) }
      defer { group.cancelAll() }
      return await Self.fetch(url, with: provider)
    }
    post(.previewLoaded(id, result))
    if case .success(let entry) = result {
      do {
        try await cache.store(entry.metadata, at: entry.fetchedAt)
      } catch {
        post(.storeFailed(error))
      }
    }
  }

  func cancelPreview(_ id: SpinID) { fetches[id]?.cancel() }

  private func cached(_ url: URL, post: Post) async -> MetadataCache.Entry? {
    do {
      return try await cache.entry(for: url)
    } catch {
      post(.storeFailed(error))
      return nil
    }
  }

  private static func fetch(
    _ url: URL, with provider: LinkMetadataProvider
  ) async -> Result<MetadataCache.Entry, LinkMetadataError> {
    do {
      let metadata = try await provider.metadata(for: url)
      return .success(MetadataCache.Entry(metadata: metadata, fetchedAt: Date()))
    } catch {
      return .failure(error)
    }
  }

  /// Ten times a second, as often as the spinner turns.
  private static func reportProgress(
    of id: SpinID, clock: some Clock<Duration>, post: Post
  ) async {
    let start = clock.now
    while (try? await clock.sleep(for: .milliseconds(100))) != nil {
      post(.fetchContinues(id, elapsed: start.duration(to: clock.now)))
    }
  }

  // MARK: - Store

  /// Takes a change of the store into the queue, in which changes keep their order.
  func enqueue(_ effect: Effect) { writesInput.yield(effect) }

  /// Works the queue off until ``finish()``, and then what is still in it: quitting loses nothing.
  func writeToStore(_ post: Post) async {
    for await effect in writes {
      if let answer = await write(effect) { post(answer) }
    }
  }

  /// No more changes will come.
  func finish() { writesInput.finish() }

  private func write(_ effect: Effect) async -> Action? {
    do throws(StoreError) {
      switch effect {
      case .save(let metadata):
        return .linkSaved(.success(try await saved.save(metadata, at: Date())))
      case .restore(let link): return .linkRestored(link, .success(try await saved.restore(link)))
      case .readSavedLinks: return .savedLinksRead(.success(try await saved.links()))
      case .remove(let link):
        try await saved.remove(link.id)
        return .linkRemoved(link, failure: nil)
      // Nobody asked for these to be kept, so a store that can't is no news.
      case .markSeen(let address) where saved.writeObstacle == nil:
        try await saved.markSeen(address, at: Date())
      case .forgetSeen(let addresses) where saved.writeObstacle == nil:
        try await saved.forgetSeen(addresses)
      case .markSeen, .forgetSeen, .loadPreview, .cancelPreview, .open: break
      }
      return nil
    } catch {
      return effect.failed(with: error)
    }
  }

  // MARK: - Browser and clock

  /// Shows a page. Not a child task on purpose: a browser outlives the program that started it.
  func open(_ url: URL, post: @escaping Post) {
    Task { await browser.open(url) { post(.browserOpened($0)) } }
  }

  /// Keeps "3 minutes ago" true.
  func tellTime(_ post: Post) async {
    while (try? await clock.sleep(for: .seconds(30))) != nil { post(.timePassed(Date())) }
  }
}

extension Effect {
  /// What to report when the store could not do it.
  fileprivate func failed(with error: StoreError) -> Action {
    switch self {
    case .save: .linkSaved(.failure(error))
    case .restore(let link): .linkRestored(link, .failure(error))
    case .remove(let link): .linkRemoved(link, failure: error)
    case .readSavedLinks: .savedLinksRead(.failure(error))
    default: .storeFailed(error)
    }
  }
}
