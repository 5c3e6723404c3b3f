package import Articles
package import Foundation
import LinkFetching
import LinkPreview
import Markup
import TaskLimits

/// Fetches the text of pages, and of PDF files if a program for that is installed. Copies of a
/// fetcher share its running fetches.
package struct ArticleFetcher: Sendable {
  /// The reader of PDF files. Nil if its program isn't installed.
  package let pdf: PDFText?
  private let fetches = SharedFetches<URL, Result<Article, ArticleError>>()

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    pdf = PDFText(environment: environment)
  }

  package func article(at url: URL, timeout: Duration) async -> Result<Article, ArticleError> {
    let outcome = await fetches.value(for: url, within: timeout) {
      if case .failure(.notFetched(.timedOut(_, let limit))) = $0 { limit < timeout } else { false }
    } fetch: {
      await fetch(url, timeout: timeout)
    }
    switch outcome {
    case .finished(let article): return article
    case .timedOut: return .failure(.notFetched(.timedOut(host: url.displayHost, after: timeout)))
    case .cancelled: return .failure(.notFetched(.cancelled))
    }
  }

  private func fetch(_ url: URL, timeout: Duration) async -> Result<Article, ArticleError> {
    let client = LinkFetcher.client(timeout: timeout)
    do throws(ArticleError) {
      return .success(try await client.article(at: url))
    } catch .notFetched(.failed(.notAWebPage(let type))) where Self.isPDF(type) {
      return await article(ofPDFAt: url, client)
        ?? .failure(.notFetched(.failed(.notAWebPage(type: type))))
    } catch {
      return .failure(error)
    }
  }

  private static func isPDF(_ type: String?) -> Bool { type == "application/pdf" }

  private func article(
    ofPDFAt url: URL, _ client: LinkPreviewClient
  ) async -> Result<Article, ArticleError>? {
    guard let pdf else { return nil }
    let request = FileRequest(
      url: url, accept: "application/pdf", limit: Self.limit, refuses: { !Self.isPDF($0) })
    let result: FileFetchResult
    do throws(LinkMetadataError) {
      result = try await client.file(request)
    } catch {
      return .failure(.notFetched(error))
    }
    guard case .file(let file) = result else { return nil }
    do throws(ArticleError) {
      return .success(try await pdf.article(of: file.data))
    } catch {
      return .failure(error)
    }
  }

  /// The maximum size of a PDF file in bytes.
  private static let limit = 32 << 20
}
