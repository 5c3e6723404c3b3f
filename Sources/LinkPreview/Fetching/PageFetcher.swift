import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Gets a page over HTTP and reads no more of it than its metadata needs.
struct PageFetcher: Sendable {
  var connections = Connections.shared
  var statistics = FetchStatistics()
  /// How the first try ended while a second one is under way. It is what there is when time runs
  /// out on that.
  let firstTry = NIOLockedValueBox<Attempt?>(nil)

  /// Bytes of a page, inflated, after which it is taken as it is. YouTube's tags lie near 694,000.
  static let pageLimit = 4 << 20

  /// The metadata of the page that a request leads to. Throws ``LinkMetadataError``'s `failed`,
  /// `notAllowed` and `unknown`, and `cancelled` when its task is.
  @concurrent
  func metadata(
    for request: LinkMetadataRequest, includeSubresources: Bool = true
  ) async throws(LinkMetadataError) -> LinkMetadata {
    let agent = request.userAgent ?? RequestHeaders.userAgent
    let first = await attempt(request, userAgent: agent, includeSubresources)
    guard request.userAgent == nil, first.deservesAnother else { return try first.result.get() }
    firstTry.withLockedValue { $0 = first }
    let second = await attempt(
      request, userAgent: RequestHeaders.crawlerUserAgent, includeSubresources)
    return try first.better(second).result.get()
  }

  @concurrent
  private func attempt(
    _ request: LinkMetadataRequest, userAgent: String, _ includeSubresources: Bool
  ) async -> Attempt {
    do {
      return try await fetch(request, userAgent: userAgent, includeSubresources)
    } catch {
      return .failure(error)
    }
  }

  @concurrent
  private func fetch(
    _ request: LinkMetadataRequest, userAgent: String, _ includeSubresources: Bool
  ) async throws(LinkMetadataError) -> Attempt {
    var visit = Visit(
      request.url, connections: connections,
      headers: RequestHeaders.page(request, userAgent: userAgent),
      ownHeaders: .init(Array(request.headers)), statistics: statistics)
    var answer = try await visit.follow(request.url)
    var content = try await read(&answer, originalURL: request.url)
    if request.followsMetaRefresh, let target = content.refresh(of: answer) {
      answer = try await visit.follow(target)
      content = try await read(&answer, originalURL: request.url)
    }
    switch content {
    case .other:
      return .page(try await otherContent(&answer, originalURL: request.url))
    case .page(let reader, var metadata):
      if reader.wall != nil { throw .failed(.botWall(host: answer.url.displayHost)) }
      if includeSubresources {
        let fetcher = SubresourceFetcher(
          connections: connections, mayBePrivate: visit.mayBePrivate,
          language: RequestHeaders.language(of: request), statistics: statistics)
        metadata = await complete(metadata, of: reader, by: fetcher)
      }
      return reader.tellsNothing ? .emptyPage(metadata) : .page(metadata)
    }
  }

  /// Adds what the page does not tell itself but names. Nothing yet: oEmbed and manifests go here.
  private func complete(
    _ metadata: LinkMetadata, of reader: PageReader, by fetcher: SubresourceFetcher
  ) async -> LinkMetadata {
    metadata
  }
}
