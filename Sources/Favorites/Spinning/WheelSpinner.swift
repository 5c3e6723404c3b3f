import Foundation
import LinkPreview
package import LinkStore
package import Links
import Markup

/// Picks a link of a wheel and fetches its page. The link comes with its cached page and its saved
/// link, so that its card needs only one frame.
package struct WheelSpinner: Sendable {
  let loader: MetadataLoader
  private let saved: SavedLinkStore
  let wheels: WheelStore

  package init(loader: MetadataLoader, saved: SavedLinkStore, wheels: WheelStore) {
    self.loader = loader
    self.saved = saved
    self.wheels = wheels
  }

  /// A link that was picked, and the cached result for its page.
  private typealias Picked = (draw: SpinDraw, url: URL, known: MetadataLoader.Known?)

  /// - Parameters:
  ///   - onlyCached: whether to pick only links whose page is cached, or that need no network.
  ///   - readsOn: see ``MetadataLoader/load(_:timeout:ignoringCache:readsOn:report:)``.
  ///   - drawn: called once, with nil if there's no link.
  ///   - report: called for the events of the load; see
  ///     ``MetadataLoader/load(_:timeout:ignoringCache:readsOn:report:)``.
  package func spin(
    _ draw: WheelDraw, timeout: Duration, onlyCached: Bool, readsOn: Bool = false,
    drawn: (Result<SpinDraw?, StoreError>) -> Void, report: @escaping MetadataLoader.Report
  ) async {
    do throws(StoreError) {
      let picked = try await pick(draw, timeout: timeout, onlyCached: onlyCached, report: report)
      if Task.isCancelled { return }
      drawn(.success(picked?.draw))
      guard let picked else { return }
      await loader.load(
        picked.url, knowing: picked.known, timeout: timeout, readsOn: readsOn, report: report)
    } catch {
      if !Task.isCancelled { drawn(.failure(error)) }
    }
  }

  /// Picks a link without fetching its page.
  /// - Returns: The link, or nil if there's none.
  package func pick(
    _ draw: WheelDraw, timeout: Duration, onlyCached: Bool
  ) async throws(StoreError) -> SpinDraw? {
    try await pick(draw, timeout: timeout, onlyCached: onlyCached, report: { _ in })?.draw
  }

  private func pick(
    _ draw: WheelDraw, timeout: Duration, onlyCached: Bool, report: @escaping MetadataLoader.Report
  ) async throws(StoreError) -> Picked? {
    let cached = onlyCached ? try await loader.cache?.addresses() ?? [] : nil
    guard let drawn = try await wheels.draw(draw, among: cached),
      let url = URL(webAddress: drawn.link.address)
    else { return nil }
    let known = await loader.known(url, timeout: timeout, report)
    if Task.isCancelled { return nil }
    var draw = SpinDraw(drawn, saved: try await saved.link(for: url))
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
    return (draw, url, known)
  }
}
