public import Markup
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
  public var originalURL: URL { didSet { spelling = nil } }
  /// How the URL Standard spells ``originalURL``, where a URL can't hold it.
  var spelling: WebAddress?
  /// The address after server redirects; equal to ``originalURL`` when there were none.
  public var url: URL
  /// The address the page wants to be known by (`<link rel=canonical>`, RFC 6596; else `og:url` or
  /// `twitter:url`), and ``url`` without its fragment where it tells none; nil for a link that was
  /// never fetched. The page's own word: good for telling duplicates, never to be fetched in place of ``url``.
  public var canonicalURL: URL?
  /// The name of the page, as the page gives it: that of its site may be part of it. See
  /// ``displayTitle``.
  public var title: String?
  /// What the page is about, in a sentence or two.
  public var summary: String?
  /// The name of the site; the host without `www.` for a page that tells none.
  public var siteName: String?
  /// What the page says it is.
  public var kind: Kind?
  /// Who wrote or made it; several names have commas between.
  public var author: String?
  /// When it was published; of a page that is no article and in Open Graph tells its last change only,
  /// that. Of a page that tells the day only, noon UTC of that day.
  public var published: Date?
  /// When it was last changed. Of a page that tells the day only, noon UTC of that day.
  public var modified: Date?
  /// The language of the page as a BCP 47 tag, such as `en` or `de-AT`.
  public var language: String?
  /// How long the page says it takes to read.
  public var readingTime: Duration?
  /// The colour that the page asks browsers to dress it in (`theme-color`).
  public var themeColor: Color?
  /// The addresses of the page's RSS, Atom and JSON feeds.
  public var feeds: [URL] = []
  /// The page's icons, best first; the last one is `/favicon.ico` of its host, which pages need not
  /// name (https://html.spec.whatwg.org/#rel-icon) and which may not be there.
  public var icons: [Media] = []
  /// The picture that stands for the page.
  public var image: Media?
  /// A video that is a file a player can play.
  public var video: Media?
  /// A video that plays in a web page only (an embedded player).
  public var remoteVideo: Media?

  /// The best of the page's ``icons``.
  public var icon: Media? {
    get { icons.first }
    set { icons = newValue.map { icon in [icon] + icons.dropFirst() } ?? [] }
  }

  /// Metadata of a link that was never fetched: the address alone.
  public init(originalURL: URL, url: URL? = nil) {
    self.originalURL = originalURL
    self.url = url ?? originalURL
  }

  /// Metadata of a link that was never fetched: the address alone.
  public init(originalAddress: WebAddress) {
    self.init(originalURL: originalAddress.url)
    self.originalAddress = originalAddress
  }

  /// ``originalURL`` as the URL Standard spells it, to be shown and kept.
  public var originalAddress: WebAddress {
    get { spelling ?? WebAddress(originalURL) }
    set {
      originalURL = newValue.url
      if newValue.text != originalURL.absoluteString { spelling = newValue }
    }
  }

  /// ``url`` as the URL Standard spells it, as far as it is known.
  public var address: WebAddress { url == originalURL ? originalAddress : WebAddress(url) }

  /// Whether a page was read; false for a bare link.
  public var isFetched: Bool {
    title != nil || summary != nil || siteName != nil || !icons.isEmpty || image != nil
  }

  /// ``siteName``, else the host without `www.`.
  public var displaySiteName: String { siteName ?? url.displayHost }

  /// A picture, icon or video that a page names.
  public struct Media: Hashable, Sendable {
    public var url: URL
    /// The media type the page tells, such as `image/png`.
    public var type: String?
    /// Pixels across, where the page tells.
    public var width: Int?
    /// Pixels down, where the page tells.
    public var height: Int?
    /// What the picture shows, for those who can't see it.
    public var alternativeText: String?
    /// How long a video plays, where the page tells.
    public var duration: Duration?

    public init(
      url: URL, type: String? = nil, width: Int? = nil, height: Int? = nil,
      alternativeText: String? = nil, duration: Duration? = nil
    ) {
      self.url = url
      self.type = type
      self.width = width
      self.height = height
      self.alternativeText = alternativeText
      self.duration = duration
    }
  }

  /// What a link is: the global types of the Open Graph protocol (https://ogp.me/#types), and what
  /// links lead to that are no pages.
  public enum Kind: String, Hashable, Sendable, Codable {
    case article, book, music, product, profile, video, website
    case audio, document, feed, image
  }
}
