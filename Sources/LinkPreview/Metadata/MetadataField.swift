import Foundation
import Markup

/// A field of ``LinkMetadata``: how it's read from a page, stored, made safe, and printed.
///
/// What goes through all fields goes through ``all``, so that a new field is there once it has an
/// entry.
package struct MetadataField: Sendable {
  /// Reads the field from a page.
  let read: @Sendable (Page, inout LinkMetadata) -> Void
  /// Makes the value plain and bounded, or removes it.
  let sanitize: @Sendable (inout LinkMetadata) -> Void
  let decode: @Sendable (KeyedDecodingContainer<Key>, inout LinkMetadata) throws -> Void
  let encode: @Sendable (LinkMetadata, inout KeyedEncodingContainer<Key>) throws -> Void
  /// The key and the value in flat JSON for scripts. Nil if scripts don't get the field.
  package let printed: (key: String, text: @Sendable (LinkMetadata) -> String?)?

  /// The key of a field in stored metadata.
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  typealias Path<Value> = WritableKeyPath<LinkMetadata, Value?> & Sendable

  /// - Parameters:
  ///   - key: the key in stored metadata.
  ///   - page: returns the value that a page states. Nil for fields that
  ///     ``LinkMetadata/init(page:originalURL:)`` reads together.
  ///   - restore: returns nil for a stored value that's invalid, which then counts as absent.
  private init<Value: Sendable, Stored: Codable & Sendable>(
    _ key: String, _ path: any Path<Value>, page: (@Sendable (Page) -> Value?)? = nil,
    sanitize: @escaping @Sendable (Value) -> Value? = { $0 },
    store: @escaping @Sendable (Value) -> Stored, restore: @escaping @Sendable (Stored) -> Value?,
    printed: String? = nil, text: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    read = { if let page { $1[keyPath: path] = page($0) } }
    self.sanitize = { $0[keyPath: path] = $0[keyPath: path].flatMap(sanitize) }
    decode = {
      $1[keyPath: path] = try $0.decodeIfPresent(Stored.self, forKey: Key(key)).flatMap(restore)
    }
    encode = { try $1.encodeIfPresent($0[keyPath: path].map(store), forKey: Key(key)) }
    self.printed = printed.map { ($0, { $0[keyPath: path].flatMap(text) }) }
  }
}

extension MetadataField {
  package static let all = [
    url("canonicalURL", \.canonicalURL), url("syndicationSource", \.syndicationSource),
    text("title", \.title) { $0.title }, text("summary", \.summary, limit: 5_000) { $0.summary },
    text("siteName", \.siteName) { $0.siteName },
    MetadataField(
      "kind", \.kind, page: { $0.kind }, store: \.rawValue,
      restore: { LinkMetadata.Kind(rawValue: $0) }, printed: "kind", text: { $0.rawValue }),
    text("author", \.author) { $0.author }, date("published", \.published) { $0.published },
    date("modified", \.modified) { $0.modified },
    text("language", \.language, limit: 35) { $0.language },
    MetadataField(
      "readingTime", \.readingTime, page: { $0.readingTime }, store: { $0.inSeconds },
      restore: { Duration(inSeconds: $0) }),
    MetadataField(
      "themeColor", \.themeColor, page: { $0.themeColor }, store: { $0.hex },
      restore: { LinkMetadata.Color(css: $0) }),
    MetadataField(
      "feeds", \.feedsIfAny, page: { $0.feeds }, sanitize: { $0.filter(\.isWebAddress) },
      store: { $0.map(\.absoluteString) }, restore: { $0.compactMap { URL(stored: $0) } }),
    MetadataField(
      "icons", \.iconsIfAny, page: { $0.icons }, sanitize: { $0.compactMap(\.sanitized) },
      store: \.self, restore: { $0 }, printed: "icon", text: { $0.first?.url.absoluteString }),
    media("image", \.image, printed: "image") { $0.image }, media("video", \.video),
    media("remoteVideo", \.remoteVideo),
  ]

  private static func text(
    _ key: String, _ path: any Path<String>, limit: Int = PlainText.limit,
    page: @escaping @Sendable (Page) -> String?
  ) -> MetadataField {
    MetadataField(
      key, path, page: page, sanitize: { PlainText.folded($0, limit: limit) }, store: \.self,
      restore: { $0 }, printed: key, text: { $0 })
  }

  private static func url(_ key: String, _ path: any Path<URL>) -> MetadataField {
    MetadataField(
      key, path, sanitize: { $0.isWebAddress ? $0 : nil }, store: { $0.absoluteString },
      restore: { URL(stored: $0) }, printed: key, text: { $0.absoluteString })
  }

  /// Dates are stored as ISO 8601, whatever the encoder's strategy.
  private static func date(
    _ key: String, _ path: any Path<Date>, page: @escaping @Sendable (Page) -> Date?
  ) -> MetadataField {
    MetadataField(
      key, path, page: page, store: { $0.formatted(.iso8601) },
      restore: { try? Date($0, strategy: .iso8601) }, printed: key,
      text: { $0.formatted(.iso8601) })
  }

  private static func media(
    _ key: String, _ path: any Path<LinkMetadata.Media>, printed: String? = nil,
    page: (@Sendable (Page) -> LinkMetadata.Media?)? = nil
  ) -> MetadataField {
    MetadataField(
      key, path, page: page, sanitize: { $0.sanitized }, store: \.self, restore: { $0 },
      printed: printed, text: { $0.url.absoluteString })
  }
}

extension LinkMetadata {
  fileprivate var feedsIfAny: [URL]? {
    get { feeds.isEmpty ? nil : feeds }
    set { feeds = newValue ?? [] }
  }

  fileprivate var iconsIfAny: [Media]? {
    get { icons.isEmpty ? nil : icons }
    set { icons = newValue ?? [] }
  }
}

extension LinkMetadata.Media {
  fileprivate var sanitized: Self? {
    guard url.isWebAddress else { return nil }
    var media = self
    media.type = type.flatMap { PlainText.folded($0, limit: 100) }
    media.alternativeText = alternativeText.flatMap { PlainText.folded($0) }
    return media
  }
}
