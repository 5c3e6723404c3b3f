public import Foundation

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
