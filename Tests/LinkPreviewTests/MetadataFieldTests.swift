import Foundation
import Markup
import Testing

@testable import LinkPreview

/// Every field of LinkMetadata is stored, and none escapes the cleaning. A field that's added has to be
/// set here.
struct MetadataFieldTests {
  private static let hostile = "a\u{1B}[2J\u{202E}b"

  private func full(_ text: String) throws -> LinkMetadata {
    let url = try #require(URL(webAddress: "https://a.example/x"))
    var media = LinkMetadata.Media(url: url, type: text, width: 1, height: 2)
    media.alternativeText = text
    media.duration = .seconds(3)
    var metadata = LinkMetadata(originalAddress: try #require(WebAddress("https://a.example/a|b")))
    metadata.url = url
    metadata.canonicalURL = url
    metadata.syndicationSource = url
    metadata.title = text
    metadata.summary = text
    metadata.siteName = text
    metadata.kind = .article
    metadata.author = text
    metadata.published = Date(timeIntervalSince1970: 1)
    metadata.modified = Date(timeIntervalSince1970: 2)
    metadata.language = text
    metadata.readingTime = .seconds(60)
    metadata.themeColor = .init(red: 1, green: 2, blue: 3)
    metadata.feeds = [url]
    metadata.icons = [media]
    metadata.image = media
    metadata.video = media
    metadata.remoteVideo = media
    return metadata
  }

  /// Names of fields that have no value.
  private func missing(in value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap { child in
      let mirror = Mirror(reflecting: child.value)
      let isEmpty =
        mirror.displayStyle == .optional && mirror.children.isEmpty
        || (child.value as? [Any])?.isEmpty == true
      return isEmpty ? child.label : nil
    }
  }

  @Test("the sample has every field")
  func complete() throws {
    let metadata = try full("text")
    #expect(missing(in: metadata) == [])
    #expect(try missing(in: #require(metadata.image)) == [])
  }

  @Test("every field is stored")
  func coding() throws {
    let metadata = try full("text")
    let json = try JSONEncoder().encode(metadata)
    #expect(try JSONDecoder().decode(LinkMetadata.self, from: json) == metadata)
  }

  @Test("no field keeps control or bidi characters")
  func plain() throws {
    let clean = try full(Self.hostile).sanitized()
    let json = String(decoding: try JSONEncoder().encode(clean), as: UTF8.self)
    #expect(!json.contains("\\u001b") && !json.contains("\u{1B}") && !json.contains("\u{202E}"))
    #expect(try full("text").sanitized() == full("text"))
  }
}
