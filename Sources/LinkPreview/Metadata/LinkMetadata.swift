public import Foundation

/// What a link shows of itself: the value behind a link card.
///
/// Ported from Apple's `LPLinkMetadata`: all but the address is optional, because a page may tell
/// nothing. All text is plain: entities decoded, markup and control characters gone, white space
/// folded. All addresses are absolute, and http or https.
///
///     let metadata = try await LinkMetadata(fetching: URL(string: "https://example.org/")!)
///     print(metadata.title ?? metadata.url.absoluteString)
public struct LinkMetadata: Hashable, Sendable {
  /// The address that was asked for.
  public var originalURL: URL
  /// The address after server redirects; equal to ``originalURL`` when there were none.
  public var url: URL
  /// `og:title`, else `twitter:title`, else `<title>`.
  public var title: String?
  /// `og:description`, else `twitter:description`, else `<meta name="description">`.
  public var summary: String?
  /// `og:site_name`, else `application-name`; nil when the page tells none. See ``displaySiteName``.
  public var siteName: String?
  /// What the page says it is (`og:type`).
  public var kind: Kind?
  /// The page's icon; `/favicon.ico` of its host when it names none.
  public var icon: Media?
  /// The picture that stands for the page.
  public var image: Media?
  /// A video that is a file a player can play.
  public var video: Media?
  /// A video that plays in a web page only (an embedded player).
  public var remoteVideo: Media?

  /// Metadata of a link that was never fetched: the address alone.
  public init(originalURL: URL, url: URL? = nil) {
    self.originalURL = originalURL
    self.url = url ?? originalURL
  }

  /// Whether a page was read; false for a bare link.
  public var isFetched: Bool {
    title != nil || summary != nil || siteName != nil || icon != nil || image != nil
  }

  /// ``siteName``, else the host without `www.`.
  public var displaySiteName: String { siteName ?? url.displayHost }

  /// A picture, icon or video that a page names.
  public struct Media: Hashable, Sendable, Codable {
    public var url: URL
    /// The media type the page tells, such as `image/png`.
    public var type: String?
    /// Pixels across, where the page tells.
    public var width: Int?
    /// Pixels down, where the page tells.
    public var height: Int?
    /// What the picture shows, for those who can't see it.
    public var alternativeText: String?

    public init(
      url: URL, type: String? = nil, width: Int? = nil, height: Int? = nil,
      alternativeText: String? = nil
    ) {
      self.url = url
      self.type = type
      self.width = width
      self.height = height
      self.alternativeText = alternativeText
    }
  }

  /// What a page is, after the global types of the Open Graph protocol (https://ogp.me/#types).
  public enum Kind: String, Hashable, Sendable, Codable {
    case article, book, music, product, profile, video, website
  }
}
