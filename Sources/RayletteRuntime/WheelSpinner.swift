import Foundation
import LinkPreview
import Links
import LinkStore
import Markup
import RayletteApp

/// Picks a link of a wheel and fetches its page. The link comes with its cached page and its saved
/// link, so that its card needs only one frame.
struct WheelSpinner: Sendable {
  let fetcher: LinkFetcher
  let saved: SavedLinkStore
  let wheels: WheelStore

  /// - Parameters:
  ///   - onlyCached: whether to pick only links whose page is cached, or that need no network.
  ///   - drawn: called once, with nil if there's no link.
  ///   - report: called for the events of the load; see
  ///     ``LinkFetcher/load(_:timeout:ignoringCache:report:)``.
  func spin(
    _ draw: WheelDraw, timeout: Duration, onlyCached: Bool,
    drawn: (Result<SpinDraw?, StoreError>) -> Void, report: @escaping LinkFetcher.Report
  ) async {
    do throws(StoreError) {
      let cached = onlyCached ? try await fetcher.cache?.addresses() ?? [] : nil
      guard let link = try await wheels.draw(draw, among: cached),
        let url = URL(webAddress: link.link.address)
      else { return drawn(.success(nil)) }
      let known = await fetcher.known(url, timeout: timeout, report)
      if Task.isCancelled { return }
      drawn(.success(try await answer(link, url, known)))
      await fetcher.load(url, knowing: known, timeout: timeout, report: report)
    } catch {
      if !Task.isCancelled { drawn(.failure(error)) }
    }
  }

  private func answer(
    _ link: DrawnLink, _ url: URL, _ known: LinkFetcher.Known?
  ) async throws(StoreError) -> SpinDraw {
    var draw = SpinDraw(link, saved: try await saved.link(for: url))
    switch known {
    case .entry(let entry)?:
      draw.page = .success(entry)
      if draw.saved == nil, entry.metadata.url != url {
        draw.saved = try await saved.link(for: entry.metadata.url)
      }
    case .failure(let failure)?:
      draw.page = .failure(failure.error)
      draw.failedAt = failure.failedAt
    case nil: break
    }
    return draw
  }
}
