public import Foundation
public import Markup

/// The metadata of a link: the contents of its card.
///
/// Ported from Apple's `LPLinkMetadata`. Everything except the address is optional, because a page
/// may state nothing.
///
/// In metadata that was fetched or read from a page, all text is plain: entities are decoded, markup
/// and control characters removed, and white space is folded. All addresses are absolute http or
/// https URLs. Values that you set yourself are kept as they are.
///
///     let metadata = try await LinkMetadata(fetching: URL(string: "https://example.org/")!)
///     print(metadata.title ?? metadata.url.absoluteString)
public struct LinkMetadata: Hashable, Sendable {
  /// The requested URL.
  public var originalURL: URL { didSet { spelling = nil } }
  /// The URL Standard's spelling of ``originalURL``, if a `URL` can't represent it.
  var spelling: WebAddress?
  /// The final URL, after server redirects. Equal to ``originalURL`` if there were none.
  public var url: URL
  /// The page's canonical URL (`<link rel=canonical>`, RFC 6596, or else `og:url` or
  /// `twitter:url`). If the page states none on its own site, ``url`` without its fragment. Nil for
  /// a link that was never fetched. The page itself claims this URL, so use it to find duplicates,
  /// but never fetch it in place of ``url``.
  public var canonicalURL: URL?
  /// The address on another site that the page states in place of its own: the address of the page
  /// it's a copy of.
  public var syndicationSource: URL?
  /// The title as the page states it, which may include the site's name. See ``displayTitle``.
  public var title: String?
  /// A description of the page in a sentence or two.
  public var summary: String?
  /// The name of the site, or the host without `www.` if the page doesn't state one.
  public var siteName: String?
  /// The kind of page, as the page states it.
  public var kind: Kind?
  /// The names of the page's authors, separated by commas.
  public var author: String?
  /// When the page was published. If a page isn't an article and its Open Graph tags state only a
  /// change, the date of that change. Noon UTC if the page states only the day.
  public var published: Date?
  /// When the page was last changed. Noon UTC if the page states only the day.
  public var modified: Date?
  /// The language of the page as a BCP 47 tag, such as `en` or `de-AT`.
  public var language: String?
  /// The reading time that the page states.
  public var readingTime: Duration?
  /// The colour that the page requests for the browser's interface (`theme-color`).
  public var themeColor: Color?
  /// The addresses of the page's RSS, Atom and JSON feeds.
  public var feeds: [URL] = []
  /// The page's icons, best first. The last one is its host's `/favicon.ico`, which pages needn't
  /// name (https://html.spec.whatwg.org/#rel-icon) and which may not exist.
  public var icons: [Media] = []
  /// The image that represents the page.
  public var image: Media?
  /// A video file, which a player can play.
  public var video: Media?
  /// A video that only plays in a web page (an embedded player).
  public var remoteVideo: Media?

  /// The best of the page's ``icons``.
  public var icon: Media? {
    get { icons.first }
    set { icons = newValue.map { icon in [icon] + icons.dropFirst() } ?? [] }
  }

  /// Creates metadata for a link that was never fetched, with just its address.
  public init(originalURL: URL, url: URL? = nil) {
    self.originalURL = originalURL
    self.url = url ?? originalURL
  }

  /// Creates metadata for a link that was never fetched, with just its address.
  public init(originalAddress: WebAddress) {
    self.init(originalURL: originalAddress.url)
    self.originalAddress = originalAddress
  }

  /// ``originalURL`` in the URL Standard's spelling, for display and storage.
  public var originalAddress: WebAddress {
    get { spelling ?? WebAddress(originalURL) }
    set {
      originalURL = newValue.url
      if newValue.text != originalURL.absoluteString { spelling = newValue }
    }
  }

  /// ``url`` in the URL Standard's spelling.
  public var address: WebAddress { url == originalURL ? originalAddress : WebAddress(url) }

  /// Whether a page was read. False for a bare link.
  public var isFetched: Bool {
    title != nil || summary != nil || siteName != nil || !icons.isEmpty || image != nil
  }

  /// ``siteName``, or else the host without `www.`.
  public var displaySiteName: String { siteName ?? url.displayHost }

  /// An image, icon or video that a page names.
  public struct Media: Hashable, Sendable {
    /// The http or https address. Nothing is loaded from it.
    public var url: URL
    /// The media type that the page states, such as `image/png`.
    public var type: String?
    /// The width in pixels, if the page states it.
    public var width: Int?
    /// The height in pixels, if the page states it.
    public var height: Int?
    /// A description of the image for people who can't see it.
    public var alternativeText: String?
    /// The duration of a video, if the page states it.
    public var duration: Duration?

    /// Creates a medium with what a page states about it.
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

  /// The kind of page a link leads to: the global types of the Open Graph protocol
  /// (https://ogp.me/#types), and types for links to files.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// What a page says it's about.
    case article, book, music, product, profile, video, website
    /// What a file is.
    case audio, document, feed, image
  }
}

extension LinkMetadata {
  /// The title to show beside the site's name, which is removed from the title's beginning and end.
  /// For a page without a title, the address.
  ///
  ///     metadata.title         // "Bob Dylan - Wikipedia"
  ///     metadata.siteName      // "Wikipedia"
  ///     metadata.displayTitle  // "Bob Dylan"
  public var displayTitle: String {
    guard let title else { return url.withoutScheme }
    return SiteSuffix.removed(from: title, siteName: siteName, url: url) ?? title
  }

  /// ``summary``, or nil if it only repeats the title, as on pages without a description of their
  /// own.
  ///
  ///     metadata.title           // "Bob Dylan - Wikipedia"
  ///     metadata.summary         // "Bob Dylan"
  ///     metadata.displaySummary  // nil
  public var displaySummary: String? {
    guard let summary else { return nil }
    let key = SiteName.key(summary)
    let titles = [title, displayTitle].compactMap(\.self)
    return titles.contains { $0 == summary || (!key.isEmpty && SiteName.key($0) == key) }
      ? nil : summary
  }
}

extension URL {
  /// The address in the form that people say, without the scheme and a trailing slash.
  fileprivate var withoutScheme: String {
    guard let end = absoluteString.firstRange(of: "://")?.upperBound else { return absoluteString }
    let afterScheme = absoluteString[end...]
    return String(
      afterScheme.hasSuffix("/") && afterScheme.count > 1 ? afterScheme.dropLast() : afterScheme)
  }
}
