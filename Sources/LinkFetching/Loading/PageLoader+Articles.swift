public import Articles
public import Foundation
import LinkPreview
import Markup
import TaskLimits

extension Article {
  /// Fetches a page and finds its article.
  ///
  /// - Parameters:
  ///   - url: an http or https address.
  ///   - timeout: the time limit for the whole fetch.
  /// - Throws: as ``PageLoader/article(at:)``.
  ///
  ///     let article = try await Article(fetching: url, timeout: .seconds(5))
  public init(fetching url: URL, timeout: Duration = .seconds(30)) async throws(ArticleError) {
    self = try await PageLoader(configuration: .init(timeout: timeout)).article(at: url)
  }
}

extension PageLoader {
  /// Fetches a page and finds its article.
  ///
  ///     let article = try await PageLoader().article(at: url)
  ///
  /// Markdown, plain text and feeds are articles too: see ``Article/init(markdown:url:charset:)``,
  /// ``Article/init(text:charset:)`` and ``Article/init(feed:url:charset:)``.
  /// - Throws: ``ArticleError``. Any other file is ``ArticleError/notFetched(_:)`` with
  ///   ``LinkMetadataError/Cause/notAWebPage(type:)``.
  public func article(at url: URL) async throws(ArticleError) -> Article {
    let result: Result<Article, ArticleError>
    do throws(LinkMetadataError) {
      result = try await limited(naming: url.displayHost) { () async throws(LinkMetadataError) in
        try await articleResult(at: url)
      }
    } catch {
      throw .notFetched(error)
    }
    return try result.get()
  }

  /// Fetches a page and finds its article. At most two large pages are in memory at once, and one
  /// page is parsed at a time, because hostile pages take much memory and time.
  @concurrent
  private func articleResult(
    at url: URL
  ) async throws(LinkMetadataError) -> Result<Article, ArticleError> {
    let request = FileRequest(
      url: url, accept: Self.articleAccept,
      limit: Self.articleLimit, refuses: { !Article.mediaTypes.contains($0) })
    // The request is unconditional, so there's always a response.
    guard var response = try await open(request) else { return .failure(.noArticle) }
    var data = Data()
    if try await response.read(into: &data, upTo: Self.smallLength, limit: request.limit) {
      return try await Self.read(FetchedFile(data, of: response))
    }
    guard await Self.largePages.enter() else { throw .cancelled }
    let outcome: Result<Result<Article, ArticleError>, LinkMetadataError>
    do throws(LinkMetadataError) {
      _ = try await response.read(into: &data, upTo: .max, limit: request.limit)
      outcome = .success(try await Self.read(FetchedFile(data, of: response)))
    } catch {
      outcome = .failure(error)
    }
    await Self.largePages.leave()
    return try outcome.get()
  }

  /// The most bytes of a page that isn't large.
  private static let smallLength = 1 << 20
  private static let largePages = TaskQueue(limit: 2)
  private static let reading = TaskQueue(limit: 1)

  /// Finds the article in a page when it's the page's turn.
  static func read(
    _ page: FetchedFile
  ) async throws(LinkMetadataError) -> Result<Article, ArticleError> {
    let result = await reading.run {
      Result { () throws(ArticleError) in
        try Article(
          file: page.data, url: page.url, mediaType: page.mediaType, charset: page.charset)
      }
    }
    guard let result else { throw .cancelled }
    return result
  }

  /// The maximum size of a page, in bytes. People don't read longer pages.
  private static let articleLimit = 16 << 20
  /// Prefers pages, because they state more about themselves than other texts do.
  private static let articleAccept = """
    text/html,application/xhtml+xml,text/markdown;q=0.8,text/plain;q=0.8,application/xml;q=0.7,\
    */*;q=0.5
    """
}
