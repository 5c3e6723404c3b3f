public import Foundation
public import LinkPreview

extension LinkMetadata {
  /// Fetches the metadata of a link.
  ///
  /// - Parameters:
  ///   - url: an http or https address.
  ///   - timeout: the time limit for the whole fetch.
  ///   - includesSubresources: whether to also fetch subresources that the page names.
  ///
  ///     let metadata = try await LinkMetadata(fetching: url, timeout: .seconds(5))
  public init(
    fetching url: URL, timeout: Duration = .seconds(30), includesSubresources: Bool = true
  ) async throws(LinkMetadataError) {
    try await self.init(
      fetching: LinkMetadataRequest(url: url), timeout: timeout,
      includesSubresources: includesSubresources)
  }

  /// Fetches the metadata of a link, with options for the request.
  ///
  ///     var request = LinkMetadataRequest(url: url)
  ///     request.followsMetaRefresh = false
  ///     let metadata = try await LinkMetadata(fetching: request)
  public init(
    fetching request: LinkMetadataRequest, timeout: Duration = .seconds(30),
    includesSubresources: Bool = true
  ) async throws(LinkMetadataError) {
    let loader = PageLoader(
      configuration: .init(timeout: timeout, includesSubresources: includesSubresources))
    self = try await loader.metadata(for: request)
  }
}
