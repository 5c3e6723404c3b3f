import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Gets the metadata of a link for a spin: from the cache, from the network, or from one and then
/// the other.
struct PreviewLoader: Sendable {
  let cache: MetadataCache
  var clock: any Clock<Duration> = ContinuousClock()
  var now: @Sendable () -> Date = { Date() }
  var hasNetwork: @Sendable () -> Bool = { LocalNetwork.isUp }

  typealias Post = @Sendable (Action) -> Void

  /// Posts one ``Action/previewLoaded(_:_:)``, and after an entry that is no longer fresh at most
  /// one ``Action/previewRefreshed(_:_:)``.
  func load(
    _ url: URL, of id: SpinID, ignoringCache: Bool = false, with provider: LinkMetadataProvider,
    post: @escaping Post
  ) async {
    if !ignoringCache {
      if let entry = await entry(for: url, post) {
        post(.previewLoaded(id, .success(entry)))
        if !entry.isFresh(at: now()), await failure(for: url, with: provider, post) == nil {
          await refresh(entry, of: id, with: provider, post)
        }
        return
      }
      if let failure = await failure(for: url, with: provider, post) {
        post(.previewLoaded(id, .failure(failure)))
        return
      }
    }
    await fetch(url, of: id, with: provider, post: post)
  }

  private func fetch(
    _ url: URL, of id: SpinID, with provider: LinkMetadataProvider, post: @escaping Post
  ) async {
    let result = await withTaskGroup(of: Void.self) { [clock] group in
      group.addTask { await Self.reportProgress(of: id, clock: clock, post: post) }
      defer { group.cancelAll() }
      return await metadata(of: url, since: nil, with: provider)
    }
    switch result {
    case .success(.metadata(let metadata, let validators)):
      let entry = MetadataCache.Entry(
        metadata: metadata, fetchedAt: now(), validators: validators)
      post(.previewLoaded(id, .success(entry)))
      await keep(entry, post)
    // Only a fetch that has validators can end so.
    case .success(.notModified): post(.previewLoaded(id, .failure(.failed(.httpStatus(304)))))
    case .failure(let error):
      post(.previewLoaded(id, .failure(error)))
      await remember(error, for: url, post)
    }
  }

  /// Brings the card of a page up to date while it is shown. When that fails the card stays, and
  /// nobody is told, since nobody asked.
  private func refresh(
    _ old: MetadataCache.Entry, of id: SpinID, with provider: LinkMetadataProvider, _ post: Post
  ) async {
    let url = old.metadata.originalURL
    switch await metadata(of: url, since: old.validators, with: provider) {
    case .success(.metadata(let metadata, let validators)):
      let entry = MetadataCache.Entry(
        metadata: metadata, fetchedAt: now(), validators: validators)
      post(.previewRefreshed(id, entry))
      await keep(entry, post)
    case .success(.notModified):
      var entry = old
      entry.fetchedAt = now()
      // The card's age changes.
      post(.previewRefreshed(id, entry))
      await touch(entry, post)
    case .failure(let error): await remember(error, for: url, post)
    }
  }

  private func metadata(
    of url: URL, since validators: PageValidators?, with provider: LinkMetadataProvider
  ) async -> Result<FetchResult, LinkMetadataError> {
    do {
      return .success(
        try await provider.fetch(LinkMetadataRequest(url: url), since: validators))
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
}
