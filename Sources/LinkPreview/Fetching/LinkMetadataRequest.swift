public import Foundation

/// What to fetch and how; the counterpart of the `URLRequest` that Apple's framework takes.
///
///     var request = LinkMetadataRequest(url: url)
///     request.languages = ["fr-CA"]
///     let metadata = try await LinkMetadata(fetching: request)
public struct LinkMetadataRequest: Hashable, Sendable {
  /// An http or https address. A user and password in it go to its host only.
  public var url: URL
  /// The name to go by. Nil, as it is unless told, is LinkPreview's own, and one more try under the
  /// names of the large crawlers where a site tells LinkPreview nothing. A name given is kept to.
  public var userAgent: String?
  /// The languages to ask for, tags after BCP 47 such as `de-AT`, best first. Nil means those of
  /// the environment's locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).
  public var languages: [String]?
  /// Whether a page that says to move on at once (`<meta http-equiv=refresh>` or the header
  /// `Refresh` of 0 seconds) is followed, once. Apple's framework does not.
  public var followsMetaRefresh = true
  /// More headers, such as `Authorization`. They go to the host of ``url`` only, and replace those
  /// of the same name that would be sent otherwise.
  public var headers: [String: String] = [:]

  /// A request with everything as it is unless told.
  public init(url: URL) { self.url = url }
}
