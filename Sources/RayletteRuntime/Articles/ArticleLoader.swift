import Articles
import Foundation
import LinkPreview
import Links
import LinkStore
import Markup
import RayletteApp

/// Loads the text of pages for the reader: the copy stored with a saved link, or else the page from
/// the network.
struct ArticleLoader: Sendable {
  let saved: SavedLinkStore
  let keeper: ArticleArchiver
  let clock: any Clock<Duration>

  /// - Parameters:
  ///   - id: the saved link of the page, if it's known.
  ///   - ignoringCopy: whether to use the network even if there's a copy.
  ///   - progress: called ten times a second while a page is fetched.
  ///   - completion: called once, before the text is stored, because the reader doesn't wait for
  ///     pictures.
  func load(
    _ url: URL, of id: SavedLink.ID?, timeout: Duration, ignoringCopy: Bool,
    progress: @escaping @Sendable (Duration) -> Void,
    completion: @Sendable (Result<LoadedArticle, ArticleError>) -> Void
  ) async {
    // People can read the page even if the store can't be read.
    let link = await link(id, at: url)
    let state = (try? await saved.reading(of: WebAddress(url))) ?? nil
    if !ignoringCopy, let link, let kept = (try? await saved.keptArticle(of: link.id)) ?? nil {
      return completion(
        .success(LoadedArticle(kept.article, keptAt: kept.keptAt, saved: link, reading: state)))
    }
    let result = await LinkFetcher.reporting(clock: clock, progress) {
      await keeper.fetcher.article(at: url, timeout: timeout)
    }
    completion(result.map { LoadedArticle($0, saved: link, reading: state) })
    if case .success(let article) = result, let link { await keeper.keep(article, of: link) }
  }

  private func link(_ id: SavedLink.ID?, at url: URL) async -> SavedLink? {
    // The link's address may have changed by now.
    if let id, let link = try? await saved.links([id]).first, link.url == url { return link }
    return (try? await saved.link(for: url)) ?? nil
  }
}
