import Markup
import Foundation

extension Page {
  /// The image that represents the page: Open Graph, JSON-LD, Twitter cards, then HTML. If the page
  /// states a width below 150 pixels, the image counts as an icon, as in Apple's previews (TN3156).
  package var image: LinkMetadata.Media? {
    // One source after the other, because the first usually has it.
    openGraphImage ?? structuredImages.first(where: isLarge)
      ?? twitterImages.first(where: isLarge) ?? linkedImages.first(where: isLarge)
      ?? publisherImages.first(where: isLarge) ?? shownImage
  }

  /// The minimum width of an image in pixels. LinkPresentation doesn't show narrower ones as
  /// images.
  static let smallestImage = 150

  private var openGraphImage: LinkMetadata.Media? {
    StructuredMedia.all("og:image", in: facts.metas).firstResult { named in
      media(named, at: picture(at:)).flatMap { isLarge($0) ? $0 : nil }
    }
  }

  private var structuredImages: [LinkMetadata.Media] {
    data.main.entities("image", "primaryImageOfPage", "thumbnailUrl")
      .compactMap { media($0, in: ["url", "contentUrl", "@id"], at: picture(at:)).first }
  }

  private var twitterImages: [LinkMetadata.Media] {
    let alternativeText = facts.meta("twitter:image:alt").flatMap { PlainText.folded($0) }
    let keys: [StaticString] = ["twitter:image", "twitter:image:src", "twitter:image0"]
    return keys.flatMap { facts.allMetas($0) }.compactMap(picture(at:))
      .map { LinkMetadata.Media(url: $0, alternativeText: alternativeText) }
  }

  private var linkedImages: [LinkMetadata.Media] {
    facts.links.filter { $0.relations.contains(.imageSource) }
      .compactMap { picture(at: $0.address) }.map { LinkMetadata.Media(url: $0) }
  }

  private var publisherImages: [LinkMetadata.Media] {
    let keys: [StaticString] = ["parsely-image-url", "sailthru.image.full", "thumbnail", "image"]
    return keys.flatMap { facts.allMetas($0) }.compactMap(picture(at:)).map {
      LinkMetadata.Media(url: $0)
    }
  }

  /// The first large image in the body, for pages that don't name one.
  private var shownImage: LinkMetadata.Media? {
    facts.pictures.all.firstResult { picture in
      guard let url = self.picture(at: picture.address), !isDecoration(url, picture) else {
        return nil
      }
      let media = LinkMetadata.Media(
        url: url, width: picture.width, height: picture.height,
        alternativeText: picture.alternativeText.flatMap { PlainText.folded($0) })
      return isLarge(media) ? media : nil
    }
  }

  /// Whether an image is a logo, button or counter rather than part of the content. Outside the
  /// content, only photographs (JPEG and WebP) count as images.
  private func isDecoration(_ url: URL, _ picture: PageFacts.Picture) -> Bool {
    let path = url.path(percentEncoded: false).lowercased()
    if !picture.isOfContent, !["jpg", "jpeg", "webp"].contains(url.pathExtension.lowercased()) {
      return true
    }
    return Self.decorations.contains { path.containsBytes($0) }
  }

  private static let decorations: [StaticString] = [
    "avatar", "badge", "blank", "button", "icon", "logo", "pixel", "spacer", "sprite", ".svg",
    ".gif",
  ]

  private func isLarge(_ media: LinkMetadata.Media) -> Bool {
    min(media.width ?? .max, media.height ?? .max) >= 3
      && (media.width ?? .max) >= Self.smallestImage
  }
}
