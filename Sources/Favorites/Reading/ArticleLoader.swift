package import Articles
package import Foundation
import LinkFetching
import LinkPreview
package import LinkStore
package import Links
import Markup
import TaskLimits

/// Loads the text of pages for the reader: the copy stored with a saved link, or else the page from
/// the network.
package struct ArticleLoader: Sendable {
  private let saved: SavedLinkStore
  private let keeper: ArticleArchiver
  private let clock: any Clock<Duration>

  package init(saved: SavedLinkStore, keeper: ArticleArchiver, clock: any Clock<Duration>) {
    (self.saved, self.keeper, self.clock) = (saved, keeper, clock)
  }

  /// - Parameters:
  ///   - id: the saved link of the page, if it's known.
  ///   - ignoringCopy: whether to use the network even if there's a copy.
  ///   - progress: called ten times a second while a page is fetched.
  ///   - completion: called once, before the text is stored, because the reader doesn't wait for
  ///     pictures.
  package func load(
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
    let result = await MetadataLoader.reporting(clock: clock, progress) {
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

/// Fetches the text of pages, and of PDF files if a program for that is installed. Copies of a
/// fetcher share its running fetches.
package struct ArticleFetcher: Sendable {
  /// The reader of PDF files. Nil if its program isn't installed.
  package let pdf: PDFText?
  private let articles = SharedLoads<URL, Result<Article, ArticleError>>()

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    pdf = PDFText(environment: environment)
  }

  package func article(at url: URL, timeout: Duration) async -> Result<Article, ArticleError> {
    let outcome = await articles.first(for: url, within: timeout) {
      if case .failure(.notFetched(.timedOut(_, let limit))) = $0 { limit < timeout } else { false }
    } load: { report in
      await report(await fetch(url, timeout: timeout))
    }
    switch outcome {
    case .finished((let article, _)): return article
    case .timedOut: return .failure(.notFetched(.timedOut(host: url.displayHost, after: timeout)))
    case .cancelled: return .failure(.notFetched(.cancelled))
    }
  }

  private func fetch(_ url: URL, timeout: Duration) async -> Result<Article, ArticleError> {
    let pages = MetadataLoader.pages(timeout: timeout)
    do throws(ArticleError) {
      return .success(try await pages.article(at: url))
    } catch .notFetched(.failed(.notAWebPage(let type))) where Self.isPDF(type) {
      return await article(ofPDFAt: url, pages)
        ?? .failure(.notFetched(.failed(.notAWebPage(type: type))))
    } catch {
      return .failure(error)
    }
  }

  private static func isPDF(_ type: String?) -> Bool { type == "application/pdf" }

  private func article(
    ofPDFAt url: URL, _ pages: PageLoader
  ) async -> Result<Article, ArticleError>? {
    guard let pdf else { return nil }
    let request = FileRequest(
      url: url, accept: "application/pdf", limit: Self.limit, refuses: { !Self.isPDF($0) })
    let result: FileFetchResult
    do throws(LinkMetadataError) {
      result = try await pages.file(request)
    } catch {
      return .failure(.notFetched(error))
    }
    guard case .file(let file) = result else { return nil }
    return await Result { () async throws(ArticleError) in try await pdf.article(of: file.data) }
  }

  /// The maximum size of a PDF file in bytes.
  private static let limit = 32 << 20
}
