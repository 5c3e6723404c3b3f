public import Foundation
import Markup

extension LinkPreviewClient {
  /// Fetches a page and finds its article.
  ///
  ///     let article = try await LinkPreviewClient().article(at: url)
  ///
  /// Plain text is an article too, with a paragraph for each block of lines.
  /// - Throws: ``ArticleError``. What's neither a page nor plain text is
  ///   ``ArticleError/notFetched(_:)`` with ``LinkMetadataError/Cause/notAWebPage(type:)``.
  public func article(at url: URL) async throws(ArticleError) -> Article {
    let request = FileRequest(
      url: url, accept: "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5",
      limit: Self.articleLimit, refuses: { !Self.articleTypes.contains($0) })
    let result: FileFetchResult
    do throws(LinkMetadataError) {
      result = try await file(request)
    } catch {
      throw .notFetched(error)
    }
    // Without validators, there's always a file.
    guard case .file(let page) = result else { throw .noArticle }
    if page.mediaType == "text/plain" {
      return try Article(text: page.data, charset: page.charset)
    }
    return try Article(html: page.data, url: page.url, charset: page.charset)
  }

  /// The maximum size of a page, in bytes. Longer ones aren't read by people.
  private static let articleLimit = 16 << 20
  /// A server that says nothing mostly means a page.
  private static let articleTypes = ["text/html", "application/xhtml+xml", "text/plain", ""]
}
