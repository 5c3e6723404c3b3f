import Foundation
import Markup

extension Page {
  /// The kind that `og:type` states, or else the kind of the schema.org class of the page's
  /// subject.
  static func kind(_ facts: PageFacts, _ data: LinkedData) -> LinkMetadata.Kind? {
    facts.meta("og:type").flatMap(LinkMetadata.Kind.init(openGraphType:))
      ?? data.main.types.firstResult(LinkMetadata.Kind.init(schemaType:))
  }

  /// The language of the page as a BCP 47 tag, such as `de-AT`.
  package var language: String? {
    facts.language.flatMap(LanguageTag.tag) ?? facts.meta("og:locale").flatMap(LanguageTag.tag)
      ?? facts.meta("content-language", "language", "dc.language", "dcterms.language")
      .flatMap(LanguageTag.tag) ?? data.main.text("inLanguage").flatMap(LanguageTag.tag)
  }

  /// The theme colour, for the site's name and icon. If there are several, the one for light mode.
  var themeColor: LinkMetadata.Color? {
    let written = facts.metas.beginning(with: "theme-color").filter { $0.key == "theme-color" }
    let light = written.filter { $0.media?.containsBytes("dark") != true }
    return (light + written).firstResult { LinkMetadata.Color(css: $0.content) }
      ?? facts.meta("msapplication-tilecolor").flatMap { LinkMetadata.Color(css: $0) }
  }

  /// The reading time that the page states, in Twitter's labels or `timeRequired`.
  var readingTime: Duration? {
    for (label, value) in Self.labelled {
      guard let label = facts.meta(label)?.lowercased(),
        Self.readingLabels.contains(where: { label.containsBytes($0) })
      else { continue }
      if let time = facts.meta(value).flatMap(WrittenDuration.duration) {
        return time
      }
    }
    return (facts.meta("article:reading_time", "readingtime") ?? data.main.text("timeRequired"))
      .flatMap(WrittenDuration.duration)
  }

  private static let labelled: [(StaticString, StaticString)] = [
    ("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2"),
  ]

  private static let readingLabels: [StaticString] = [
    "read", "lese", "lectur", "lettura", "leestijd",
  ]
}

extension LinkMetadata.Kind {
  /// Reads an Open Graph type. Only the part before the dot counts, so `video.movie` is a video and
  /// `music.song` is music.
  init?(openGraphType type: String) {
    let global = type.lowercased().utf8.prefix {
      $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":")
    }
    self.init(rawValue: (String(global) ?? "").words.joined(separator: " "))
  }

  /// Maps a schema.org class to a kind.
  init?(schemaType type: String) {
    switch type {
    case "Book": self = .book
    case "MusicAlbum", "MusicRecording", "MusicGroup", "MusicPlaylist": self = .music
    case "Product": self = .product
    case "Person", "ProfilePage": self = .profile
    case "VideoObject", "Movie", "TVEpisode", "TVSeries": self = .video
    case "AudioObject", "PodcastEpisode", "RadioEpisode": self = .audio
    case "WebSite", "WebPage", "CollectionPage": self = .website
    default:
      guard type.hasSuffix("Article") || type.hasSuffix("Posting") else { return nil }
      self = .article
    }
  }
}

/// Converts the languages that pages and feeds state, in any spelling, to BCP 47 tags.
package enum LanguageTag {
  /// Returns `en-US` for both `en_US.UTF-8` and `en-us`, and nil for text that isn't a language
  /// tag.
  package static func tag(_ text: String) -> String? {
    // Most pages state a language alone.
    if text.utf8.count == 2, text.utf8.allSatisfy(ASCII.isLetter) { return text.lowercased() }
    let isEnd = { (byte: UInt8) in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte <= 0x20
    }
    let parts =
      text.utf8.split(whereSeparator: isEnd).first?
      .split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      .compactMap { String($0) } ?? []
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      parts.allSatisfy({ part in
        part.utf8.count <= 8 && part.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
      })
    else { return nil }
    let subtags = parts.dropFirst().map { part in
      part.count == 2 ? part.uppercased() : part.count == 4 ? part.capitalized : part.lowercased()
    }
    return ([first.lowercased()] + subtags).joined(separator: "-")
  }
}
