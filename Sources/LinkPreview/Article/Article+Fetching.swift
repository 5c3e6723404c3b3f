public import Foundation
import Markup

extension LinkPreviewClient {
  /// Fetches a page and finds its article.
  ///
  ///     let article = try await LinkPreviewClient().article(at: url)
  ///
  /// Markdown and plain text are articles too, the latter with a paragraph for each block of lines.
  /// - Throws: ``ArticleError``. What's neither a page nor plain text is
  ///   ``ArticleError/notFetched(_:)`` with ``LinkMetadataError/Cause/notAWebPage(type:)``.
  public func article(at url: URL) async throws(ArticleError) -> Article {
    let request = FileRequest(
      url: url, accept: Self.articleAccept,
      limit: Self.articleLimit, refuses: { !Self.articleTypes.contains($0) })
    let result: FileFetchResult
    do throws(LinkMetadataError) {
      result = try await file(request)
    } catch {
      throw .notFetched(error)
    }
    // Without validators, there's always a file.
    guard case .file(let page) = result else { throw .noArticle }
    let isPlain = page.mediaType == "text/plain"
    if Self.markdownTypes.contains(page.mediaType) || isPlain && page.url.isMarkdown {
      return try Article(markdown: page.data, url: page.url, charset: page.charset)
    }
    if isPlain {
      return try Article(text: page.data, charset: page.charset)
    }
    return try Article(html: page.data, url: page.url, charset: page.charset)
  }

  /// The maximum size of a page, in bytes. Longer ones aren't read by people.
  private static let articleLimit = 16 << 20
  /// A server that says nothing mostly means a page.
  private static let articleTypes =
    ["text/html", "application/xhtml+xml", "text/plain", ""] + markdownTypes
  private static let markdownTypes = ["text/markdown", "text/x-markdown"]
  /// Pages state more about themselves than their text does.
  private static let articleAccept =
    "text/html,application/xhtml+xml,text/markdown;q=0.8,text/plain;q=0.8,*/*;q=0.5"
}

extension URL {
  /// Whether it's the address of a Markdown file, which servers often call plain text.
  fileprivate var isMarkdown: Bool {
    ["md", "markdown", "mdown", "mkd"].contains(pathExtension.inLowerCase)
  }
}
