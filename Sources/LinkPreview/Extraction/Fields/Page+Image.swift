import Markup
import Foundation

extension Page {
  /// The picture that stands for the page: Open Graph, JSON-LD, Twitter cards, then HTML. One that
  /// is stated to be narrower than 150 pixels is no picture but an icon, as Apple has it (TN3156).
  var image: LinkMetadata.Media? {
    candidates.first { !isTooSmall($0) }
  }

  /// As LinkPresentation: what is narrower is not shown as a picture.
  static let smallestImage = 150

  private var candidates: [LinkMetadata.Media] {
    let openGraph = StructuredMedia.all("og:image", in: facts.metas).compactMap(media)
    let structured = data.main.entities("image", "primaryImageOfPage", "thumbnailUrl")
      .compactMap { media($0, at: ["url", "contentUrl", "@id"]).first }
    let twitter = ["twitter:image", "twitter:image:src", "twitter:image0"]
      .flatMap { facts.allMetas($0) }.compactMap(absolute)
      .map {
        LinkMetadata.Media(
          url: $0, alternativeText: facts.meta("twitter:image:alt").flatMap { PlainText.folded($0) }
        )
      }
    let publisher = ["parsely-image-url", "sailthru.image.full", "thumbnail", "image"].flatMap {
      facts.allMetas($0)
    }
    .compactMap(absolute).map { LinkMetadata.Media(url: $0) }
    let linked = facts.links.filter { $0.rels.contains("image_src") }
      .compactMap { absolute($0.address) }.map { LinkMetadata.Media(url: $0) }
    return openGraph + structured + twitter + linked + publisher + pictures
  }

  /// The pictures of the content itself, for pages that name none.
  private var pictures: [LinkMetadata.Media] {
    facts.pictures.all.compactMap { picture in
      guard let url = absolute(picture.address), !isDecoration(url, picture) else { return nil }
      return LinkMetadata.Media(
        url: url, width: picture.width, height: picture.height,
        alternativeText: picture.alternativeText.flatMap { PlainText.folded($0) })
    }
  }

  /// Logos, buttons and counters stand among the pictures of a text without being of it; outside of
  /// the content only a photograph is taken for one.
  private func isDecoration(_ url: URL, _ picture: PageFacts.Picture) -> Bool {
    let path = url.path(percentEncoded: false).lowercased()
    if !picture.isOfContent, !["jpg", "jpeg", "webp"].contains(url.pathExtension.lowercased()) {
      return true
    }
    return Self.decorations.contains { path.contains($0) }
  }

  private static let decorations = [
    "avatar", "badge", "blank", "button", "icon", "logo", "pixel", "spacer", "sprite", ".svg",
    ".gif",
  ]

  private func isTooSmall(_ media: LinkMetadata.Media) -> Bool {
    min(media.width ?? .max, media.height ?? .max) < 3 || (media.width ?? .max) < Self.smallestImage
  }
}
