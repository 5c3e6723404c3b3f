package import Foundation
import Markup

/// The response of a site's oEmbed endpoint (https://oembed.com, section 2.3).
package struct OEmbed {
  private let values: JSONValue

  /// Returns nil if the bytes aren't a JSON object.
  package init?(json: Data) {
    guard let value = JSONReader.values(in: String(decoding: json, as: UTF8.self)).first,
      case .object = value
    else { return nil }
    values = value
  }

  /// Fills in the fields that the page itself doesn't state.
  package func complete(_ metadata: inout LinkMetadata) {
    metadata.title = metadata.title ?? text("title")
    metadata.author = metadata.author ?? text("author_name")
    if metadata.siteName == nil || metadata.siteName == metadata.url.displayHost {
      metadata.siteName = text("provider_name") ?? metadata.siteName
    }
    metadata.image =
      metadata.image ?? thumbnail.flatMap { $0.url.mayBePicture(of: metadata.url) ? $0 : nil }
    if values["type"]?.text == "video" {
      metadata.kind = metadata.kind ?? .video
      metadata.remoteVideo = metadata.remoteVideo ?? player
    }
  }

  private func text(_ key: String) -> String? {
    values[key]?.text.flatMap { PlainText.withoutMarkup($0, limit: 500) }
      .flatMap { Placeholder.stands(in: $0) ? nil : $0 }
  }

  private func pixels(_ key: String) -> Int? { values[key]?.text.flatMap(StructuredMedia.pixels) }

  private var thumbnail: LinkMetadata.Media? {
    guard let url = values["thumbnail_url"]?.text.flatMap({ URL(webAddress: $0) }),
      (pixels("thumbnail_width") ?? .max) >= Page.smallestImage
    else { return nil }
    return LinkMetadata.Media(
      url: url, width: pixels("thumbnail_width"), height: pixels("thumbnail_height"))
  }

  /// The address of the frame in `html`, the code for embedding the video.
  private var player: LinkMetadata.Media? {
    guard let html = values["html"]?.text else { return nil }
    let finder = FrameFinder()
    let parser = HTMLParser(events: finder)
    parser.parse(Array(html.utf8.prefix(16_384)))
    parser.finish()
    guard
      let url = finder.address.flatMap({ URL(webAddress: $0.hasPrefix("//") ? "https:" + $0 : $0) })
    else { return nil }
    return LinkMetadata.Media(
      url: url, type: "text/html", width: pixels("width"), height: pixels("height"))
  }

  private final class FrameFinder: HTMLEvents {
    private(set) var address: String?

    func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
      if element == .iframe, address == nil { address = tag.attributes["src"] }
    }
  }
}
