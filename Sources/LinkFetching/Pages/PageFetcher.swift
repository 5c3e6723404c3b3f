import Markup
import Foundation
import LinkPreview
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Fetches a page over HTTP and reads no more of it than its metadata needs.
struct PageFetcher: Sendable {
  var connections = Connections.shared
  var statistics = FetchStatistics()
  /// Whether a second attempt is allowed; see
  /// ``LinkPreviewClient/Configuration/retriesAsKnownCrawler``.
  var retriesAsKnownCrawler = false
  /// The partial result so far, used if the time limit passes.
  let interim = NIOLockedValueBox<Interim?>(nil)

  /// The maximum number of bytes of a page to read, after decompression. YouTube's tags are near
  /// byte 694,000.
  static let pageLimit = 4 << 20

  /// Fetches the metadata of the page that a request leads to. Throws as
  /// ``result(for:since:includesSubresources:)``.
  @concurrent
  func metadata(
    for request: LinkMetadataRequest, includesSubresources: Bool = true
  ) async throws(LinkMetadataError) -> LinkMetadata {
    try await result(for: request, includesSubresources: includesSubresources).metadata()
  }

  /// Fetches the metadata of the page that a request leads to, unless the page is still the version
  /// that the validators belong to. Throws ``LinkMetadataError``'s `failed`, `notAllowed` and
  /// `unknown`, and `cancelled` if the task is cancelled.
  @concurrent
  func result(
    for request: LinkMetadataRequest, since validators: PageValidators? = nil,
    includesSubresources: Bool = true
  ) async throws(LinkMetadataError) -> FetchResult {
    let agent = request.userAgent ?? RequestHeaders.userAgent
    let first = await attempt(request, since: validators, userAgent: agent, includesSubresources)
    guard retriesAsKnownCrawler, request.userAgent == nil, first.deservesAnother else {
      return try first.result.get()
    }
    interim.withLockedValue { $0 = .attempt(first) }
    let second = await attempt(
      request, since: validators, userAgent: RequestHeaders.crawlerUserAgent, includesSubresources)
    return try first.better(second).result.get()
  }

  @concurrent
  private func attempt(
    _ request: LinkMetadataRequest, since validators: PageValidators?, userAgent: String,
    _ includesSubresources: Bool
  ) async -> Attempt {
    do {
      return try await fetch(
        request, since: validators, userAgent: userAgent, includesSubresources)
    } catch {
      return .failure(error)
    }
  }

  @concurrent
  private func fetch(
    _ request: LinkMetadataRequest, since validators: PageValidators?, userAgent: String,
    _ includesSubresources: Bool
  ) async throws(LinkMetadataError) -> Attempt {
    var follower = RedirectFollower(
      request.url, connections: connections,
      headers: RequestHeaders.page(request, userAgent: userAgent),
      ownHeaders: .init(Array(request.headers)), validators: validators, statistics: statistics)
    var response = try await follower.follow(request.url)
    var content = try await read(&response, originalURL: request.url)
    if request.followsMetaRefresh, let target = content.refresh(of: response) {
      do {
        var next = try await follower.follow(target)
        content = try await read(&next, originalURL: request.url)
        response = next
      } catch {
        // A page that describes itself makes a card even if its refresh fails.
        guard error != .cancelled, case .page(let page, _) = content, page.facts.isDescribed else {
          throw error
        }
      }
    }
    switch content {
    case .notModified: return .notModified
    case .empty: throw .failed(.emptyPage)
    case .other:
      let metadata = try await otherContent(&response, originalURL: request.url)
      return .page(metadata, PageValidators(of: response))
    case .page(let page, var isWhole):
      if page.wall(originalURL: request.url) != nil {
        throw .failed(.botWall(host: response.url.displayHost))
      }
      var metadata = LinkMetadata(page: page, originalURL: request.url)
      if includesSubresources {
        let fetcher = SubresourceFetcher(
          connections: connections, mayBePrivate: follower.mayBePrivate,
          language: RequestHeaders.language(of: request), statistics: statistics)
        isWhole = await complete(&metadata, of: page, by: fetcher) && isWhole
      }
      // Incomplete metadata gets no validators. With validators, the next fetch would find the page
      // unchanged, and the missing metadata would never be read.
      let validators = isWhole ? PageValidators(of: response) : nil
      return page.facts.isEmpty
        ? .emptyPage(metadata, validators) : .page(metadata, validators)
    }
  }

  /// Adds metadata from subresources that the page names. A subresource that fails is skipped.
  /// - Returns: whether all of them succeeded.
  private func complete(
    _ metadata: inout LinkMetadata, of page: Page, by fetcher: SubresourceFetcher
  ) async -> Bool {
    var isWhole = true
    let lacksFacts = metadata.title == nil || metadata.image == nil || metadata.author == nil
    let original = metadata
    if lacksFacts, let url = page.oEmbedURL {
      let json = await json(at: url, by: fetcher)
      if let json { OEmbed(json: json)?.complete(&metadata) } else { isWhole = false }
    }
    // A manifest is worth a request only if the page names no icon that's large enough.
    if (metadata.icon?.width ?? 0) < PageCheck.goodIconWidth, let url = page.manifestURL,
      !page.namesHomeScreenIcon
    {
      let json = await json(at: url, by: fetcher)
      if let json {
        WebManifest(json: json, url: url)?.complete(&metadata)
      } else {
        isWhole = false
      }
    }
    if metadata != original { metadata = metadata.sanitized() }
    return isWhole
  }

  private func json(at url: URL, by fetcher: SubresourceFetcher) async -> Data? {
    try? await fetcher.bytes(
      of: url, accepting: "application/json,*/*;q=0.5", limit: Self.subresourceLimit
    ).0
  }

  /// The maximum size in bytes of an oEmbed response or a manifest.
  private static let subresourceLimit = 256 << 10
}
