import Foundation
import LinkPreview
import Links
import LinkStore
import Favorites
import RayletteApp
import TaskLimits

/// Loads pages for the state.
@MainActor
struct FetchRunner {
  let loader: MetadataLoader
  let articles: ArticleLoader
  let saved: SavedLinkStore
  let wheels: WheelStore
  let tasks: RequestTasks
  let clock: any Clock<Duration>
  let post: EffectRunner.Post

  /// - Parameter addresses: links that came up and that the wheels don't record as seen yet.
  func run(_ effect: Effect.Fetch, excluding addresses: [String] = []) {
    switch effect {
    case .spin(let id, var draw, let timeout, let onlyCached, let readsOn):
      draw.excluded = addresses + draw.excluded
      let spinner = WheelSpinner(loader: loader, saved: saved, wheels: wheels)
      tasks.run(id) { [post, draw] in
        await spinner.spin(
          draw, timeout: timeout, onlyCached: onlyCached, readsOn: readsOn
        ) { result in
          post(.spin(.drawn(id, result)))
        } report: { event in
          post(Self.action(event, of: id))
        }
      }
    case .preview(let id, let url, let timeout, let ignoringCache, let readsOn):
      tasks.run(id) { [loader, post] in
        await loader.load(
          url, timeout: timeout, ignoringCache: ignoringCache, readsOn: readsOn
        ) { event in
          post(Self.action(event, of: id))
        }
      }
    case .findings(let id, let url, let timeout):
      tasks.run(id) { [loader, post] in
        post(.details(.findingsLoaded(id, await loader.findings(for: url, timeout: timeout))))
      }
    case .article(let id, let url, let link, let timeout, let ignoringCopy):
      tasks.run(id) { [articles, post] in
        await articles.load(url, of: link, timeout: timeout, ignoringCopy: ignoringCopy) {
          post(.reader(.progressed(id, elapsed: $0)))
        } completion: { result in
          if !Task.isCancelled { post(.reader(.loaded(id, result))) }
        }
      }
    case .backfill(let id, let ids): tasks.run(id) { await backfill(ids) }
    }
  }

  private nonisolated static func action(_ event: MetadataLoader.Event, of id: RequestID) -> Action
  {
    switch event {
    case .progressed(let elapsed): .spin(.progressed(id, elapsed: elapsed))
    case .loaded(let result, let failedAt): .program(.previewLoaded(id, result, failedAt: failedAt))
    case .refreshed(let entry): .spin(.refreshed(id, entry))
    case .begun(let paragraphs): .spin(.begun(id, paragraphs))
    case .cacheFailed(let error): .program(.storeFailed(error))
    }
  }

  /// How long links have to stay on screen before their missing pages are fetched.
  private static let debounce = Duration.milliseconds(500)
  private static let backfillTimeout = Duration.seconds(10)

  /// Fetches pages that were never fetched. Reports failures only to the state, because the user
  /// didn't request these fetches.
  private func backfill(_ ids: [SavedLink.ID]) async {
    guard (try? await clock.sleep(for: Self.debounce)) != nil,
      let links = try? await saved.links(ids)
    else { return }
    await links.concurrently(limit: MetadataLoader.concurrency) { [loader, saved, post] link in
      var failure: LinkMetadataError?
      switch await loader.backfill(link.url, timeout: Self.backfillTimeout) {
      case .success(let metadata):
        do {
          try await saved.fillIn(metadata, of: link.id)
        } catch {
          failure = .unknown("\(error)")
        }
      case .failure(let error): failure = error
      }
      if !Task.isCancelled { post(.saved(.backfilled(link.id, failure))) }
    }
  }
}
