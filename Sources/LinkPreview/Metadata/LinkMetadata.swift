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

/// Encodes metadata as JSON with a version number. Absent fields are left out, and unknown fields
/// are skipped, so what a later version has written decodes without its new fields.
extension LinkMetadata: Codable {
  private static let encodingVersion = 2

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: MetadataField.Key.self)
    let originalURL = try values.decodeURL(forKey: .originalURL)
    self.init(
      originalURL: originalURL,
      url: try values.decodeIfPresent(String.self, forKey: .url) == nil
        ? nil : values.decodeURL(forKey: .url))
    spelling = try values.decodeIfPresent(String.self, forKey: .originalAddress)
      .flatMap { WebAddress($0) }
    if spelling?.url != originalURL { spelling = nil }
    for field in MetadataField.all { try field.decode(values, &self) }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: MetadataField.Key.self)
    try values.encode(Self.encodingVersion, forKey: .version)
    try values.encode(originalURL, forKey: .originalURL)
    try values.encodeIfPresent(spelling?.text, forKey: .originalAddress)
    try values.encode(url, forKey: .url)
    for field in MetadataField.all { try field.encode(self, &values) }
  }
}

extension MetadataField.Key {
  fileprivate static let version = Self("version")
  fileprivate static let originalURL = Self("originalURL")
  fileprivate static let originalAddress = Self("originalAddress")
  fileprivate static let url = Self("url")
}

extension LinkMetadata.Media: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, type, width, height, alternativeText, duration
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    url = try values.decodeURL(forKey: .url)
    type = try values.decodeIfPresent(String.self, forKey: .type)
    width = try values.decodeIfPresent(Int.self, forKey: .width)
    height = try values.decodeIfPresent(Int.self, forKey: .height)
    alternativeText = try values.decodeIfPresent(String.self, forKey: .alternativeText)
    duration = try values.decodeIfPresent(Double.self, forKey: .duration)
      .flatMap(Duration.init(inSeconds:))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(url, forKey: .url)
    try values.encodeIfPresent(type, forKey: .type)
    try values.encodeIfPresent(width, forKey: .width)
    try values.encodeIfPresent(height, forKey: .height)
    try values.encodeIfPresent(alternativeText, forKey: .alternativeText)
    try values.encodeIfPresent(duration?.inSeconds, forKey: .duration)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeURL(forKey key: Key) throws -> URL {
    let text = try decode(String.self, forKey: key)
    guard let url = URL(stored: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "not an address")
    }
    return url
  }
}

extension URL {
  /// Parses a stored address. An address that somebody edited by hand is parsed as browsers do.
  init?(stored text: String) {
    guard let url = URL(string: text, encodingInvalidCharacters: false) ?? URL(webAddress: text)
    else { return nil }
    self = url
  }
}

extension Duration {
  /// Returns nil for more seconds than a duration can hold, which a damaged file may contain.
  init?(inSeconds seconds: Double) {
    guard (0..<1e15).contains(seconds) else { return nil }
    self = .seconds(seconds)
  }

  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension LinkMetadata {
  /// Makes metadata from a file as safe as fetched metadata, and assigns it to the link in whose
  /// record it was stored.
  package func sanitized(for address: WebAddress) -> LinkMetadata {
    var metadata = self
    metadata.originalAddress = address
    return metadata.sanitized()
  }

  /// Makes all text plain and bounded, and removes addresses that aren't web addresses. All text
  /// from pages, subresources and files goes through here.
  package func sanitized() -> LinkMetadata {
    var metadata = self
    if !metadata.url.isWebAddress { metadata.url = metadata.originalURL }
    for field in MetadataField.all { field.sanitize(&metadata) }
    return metadata
  }
}

extension LinkMetadata {
  /// A colour in sRGB with channels from 0 to 255. Encoded as `#rrggbb`.
  public struct Color: Hashable, Sendable {
    /// The red channel, from 0 to 255.
    public var red: UInt8
    /// The green channel, from 0 to 255.
    public var green: UInt8
    /// The blue channel, from 0 to 255.
    public var blue: UInt8

    /// Creates a colour from its channels in sRGB.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Parses a CSS colour: `#fc0`, `#ffcc00`, `rgb(255, 204, 0)` or a basic colour name. Ignores
    /// an alpha channel, and returns nil for other notations.
    ///
    ///     LinkMetadata.Color(css: "#fc0")?.hex  // "#ffcc00"
    public init?(css text: String) {
      let text = text.lowercased().filter { !$0.isWhitespace }
      if text.hasPrefix("#") {
        self.init(digits: text.dropFirst())
      } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") {
        let channels = text[text.index(after: open)...].split { ",/)".contains($0) }
          .prefix(3).compactMap { Double($0) }.filter { !$0.isNaN }
        guard channels.count == 3 else { return nil }
        let bytes = channels.map { UInt8(min(max($0, 0), 255)) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      } else {
        guard let digits = Self.names[text] else { return nil }
        self.init(digits: digits[...])
      }
    }

    /// The colour as `#rrggbb`, in lower case.
    public var hex: String {
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private init?(digits: Substring) {
      let values = digits.compactMap(\.hexDigitValue)
      guard values.count == digits.count else { return nil }
      switch values.count {
      case 3, 4:
        let bytes = values.map { UInt8($0 * 17) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      case 6, 8:
        let bytes = stride(from: 0, to: 6, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      default: return nil
      }
    }

    /// The basic colour keywords of CSS.
    private static let names = [
      "black": "000000", "silver": "c0c0c0", "gray": "808080", "white": "ffffff",
      "maroon": "800000",
      "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000", "lime": "00ff00",
      "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff", "teal": "008080",
      "aqua": "00ffff", "orange": "ffa500",
    ]
  }
}

extension LinkMetadata.Color: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let color = Self(css: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a colour: \(text)"))
    }
    self = color
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(hex)
  }
}
