import Markup

/// An error of fetching metadata. The cases are those of Apple's `LPError`.
///
/// Encode it only for short storage, such as minutes. The encoding follows the names of the cases,
/// so a version with other cases can't decode it.
public enum LinkMetadataError: Error, Hashable, Sendable, Codable {
  /// The user, or the task that the fetch ran in, cancelled it.
  case cancelled
  /// The page couldn't be fetched, for the given cause.
  case failed(Cause)
  /// The page didn't arrive within the time limit.
  case timedOut(host: String, after: Duration)
  /// The address is never fetched.
  case notAllowed(NotAllowed)
  /// An error that this library doesn't know. The text comes from a lower layer.
  case unknown(String)

  /// The cause of a failed fetch, in enough detail to act on.
  public enum Cause: Hashable, Sendable, Codable {
    case hostNotFound(String)
    case connectionRefused(String)
    /// The network can't reach the host. The text comes from the system.
    case unreachable(host: String, reason: String)
    case connectionClosed(String)
    case tls(host: String, reason: String)
    case httpStatus(Int)
    /// The response has this media type and isn't a page.
    case notAWebPage(type: String)
    case tooManyRedirects(limit: Int)
    /// A redirect without a target.
    case badRedirect
    case badResponse(host: String)
    /// The response couldn't be decompressed.
    case badCompression(host: String)
    /// The response has no body, or an empty one.
    case emptyPage
    /// The response is larger than this many bytes after decompression.
    case tooLarge(limit: Int)
    /// The site shows a bot check or a consent page instead of the page.
    case botWall(host: String)
    /// The proxy named by the environment doesn't work.
    case proxy(host: String, reason: String)
    /// An environment variable that should contain a proxy doesn't contain a valid one.
    case badProxySetting(variable: String)
    /// A second call to a ``LinkMetadataProvider``, which fetches only once, as in
    /// LinkPresentation.
    case alreadyStarted
  }

  /// The reason why an address is never fetched.
  public enum NotAllowed: Hashable, Sendable, Codable {
    /// The address is neither http nor https, or has no host.
    case notAWebAddress
    /// A redirect led to an address that's never fetched.
    case redirect(to: String)
    /// A page on the public internet redirected to this private host of this machine or its
    /// network, or named something on it. The host's address is fetched if the user enters it.
    case privateAddress(String)
  }
}

extension LinkMetadataError {
  /// The statuses that say that a page doesn't exist (RFC 9110 sections 15.5.5 and 15.5.11).
  package static let missingPageStatuses: Set<Int> = [404, 410]

  /// Whether the site says that the page doesn't exist: status 404 or 410.
  public var isOfMissingPage: Bool {
    if case .failed(.httpStatus(let status)) = self {
      Self.missingPageStatuses.contains(status)
    } else {
      false
    }
  }
}
