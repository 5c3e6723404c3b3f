public import Foundation
public import LinkPreview

/// A link to fetch, with options for the request. The counterpart of the `URLRequest` that Apple's
/// framework takes.
///
///     var request = LinkMetadataRequest(url: url)
///     request.languages = ["fr-CA"]
///     let metadata = try await LinkMetadata(fetching: request)
public struct LinkMetadataRequest: Hashable, Sendable {
  /// An http or https address. If it has a user and password, they're sent to its host only.
  public var url: URL
  /// The user agent to send. Nil, the default, sends LinkPreview's own, and tries once more under
  /// the names of the large crawlers if a site blocks LinkPreview or sends it no metadata. A given
  /// user agent is the only one used.
  public var userAgent: String?
  /// The languages to request, as BCP 47 tags such as `de-AT`, best first. Nil uses the
  /// environment's locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).
  public var languages: [String]?
  /// Whether to follow an immediate refresh (`<meta http-equiv=refresh>` or the `Refresh` header
  /// with 0 seconds), once. Defaults to true. Apple's framework doesn't follow it.
  public var followsMetaRefresh = true
  /// Additional headers, such as `Authorization`. They're sent to the host of ``url`` only, and
  /// replace default headers of the same name.
  public var headers: [String: String] = [:]

  /// Creates a request with default options.
  public init(url: URL) { self.url = url }
}

/// The result of a fetch that may find the page unchanged; see
/// ``LinkMetadataProvider/fetch(_:since:)``.
public enum FetchResult: Hashable, Sendable {
  /// The page was read. The validators are for the next fetch. They're nil if the server sent none,
  /// or if the metadata is incomplete because the page was cut off or a subresource failed.
  case metadata(LinkMetadata, PageValidators?)
  /// The page is still the version that the validators belong to (HTTP 304).
  case notModified

  /// Returns the metadata of a fetch without validators. Throws HTTP status 304 if the page isn't
  /// modified.
  func metadata() throws(LinkMetadataError) -> LinkMetadata {
    switch self {
    case .metadata(let metadata, _): return metadata
    case .notModified: throw .failed(.httpStatus(304))
    }
  }
}
