import Markup

/// Why there is no metadata. The cases are those of Apple's `LPError`.
///
/// It can be encoded to be kept for a while, such as minutes: the form follows the names of the
/// cases, and a version that knows another set of them fails to decode it.
public enum LinkMetadataError: Error, Hashable, Sendable, Codable {
  /// The person, or the task the fetch ran in, called it off.
  case cancelled
  /// There was no page to be had.
  case failed(Cause)
  /// The page did not come within the time given.
  case timedOut(host: String, after: Duration)
  /// The address is one that is never fetched.
  case notAllowed(NotAllowed)
  /// Something this library has no name for; the text is the lower layer's.
  case unknown(String)

  /// What stopped a fetch, precise enough to act on.
  public enum Cause: Hashable, Sendable, Codable {
    case hostNotFound(String)
    case connectionRefused(String)
    /// The network can't reach the host; the text is the system's.
    case unreachable(host: String, reason: String)
    case connectionClosed(String)
    case tls(host: String, reason: String)
    case httpStatus(Int)
    /// The answer is of this media type instead of a page.
    case notAWebPage(type: String)
    case tooManyRedirects(limit: Int)
    /// A redirect without an address to go on to.
    case badRedirect
    case badResponse(host: String)
    /// What came was compressed in a way that it can't be taken out of.
    case badCompression(host: String)
    /// The answer has no body, or one of no bytes.
    case emptyPage
    /// More than this many bytes, inflated.
    case tooLarge(limit: Int)
    /// The site shows a check for bots, or a consent page, in place of the page.
    case botWall(host: String)
    /// The proxy that the environment names does not serve.
    case proxy(host: String, reason: String)
    /// An environment variable that should name a proxy does not.
    case badProxySetting(variable: String)
    /// A ``LinkMetadataProvider`` fetches once; a second call is an error, as in LinkPresentation.
    case alreadyStarted
  }

  /// Why an address is never fetched.
  public enum NotAllowed: Hashable, Sendable, Codable {
    /// Neither http nor https, or without a host.
    case notAWebAddress
    /// A redirect led to such an address.
    case redirect(to: String)
    /// A page of the public internet led to, or named something on, this host of this machine or
    /// its network. A link given to such a host is fetched.
    case privateAddress(String)
  }
}
