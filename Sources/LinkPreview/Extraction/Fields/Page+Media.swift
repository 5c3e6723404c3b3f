package import Foundation
import Markup

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

extension Page {
  /// A video file, which plays without the page.
  package var video: LinkMetadata.Media? { video(among: videos) }

  package func video(among videos: [LinkMetadata.Media]) -> LinkMetadata.Media? {
    videos.first { isFile($0) } ?? embeddedVideo
  }

  /// An embedded player, which needs its web page.
  func remoteVideo(among videos: [LinkMetadata.Media]) -> LinkMetadata.Media? {
    videos.first { !isFile($0) }
  }

  /// Follows Apple's rule (TN3156): `og:video` or `twitter:player:stream` if it's a file, otherwise
  /// the player.
  var videos: [LinkMetadata.Media] {
    let named =
      StructuredMedia.all("og:video", in: facts.metas)
      + StructuredMedia.all("twitter:player:stream", in: facts.metas)
      + StructuredMedia.all("twitter:player", except: "twitter:player:stream", in: facts.metas)
    return named.compactMap { named in
      media(named, at: stated).map { lasting(duration(named.duration), $0) }
    } + describedVideos
  }

  private var describedVideos: [LinkMetadata.Media] {
    let main = data.main
    let entities = (main.types.contains("VideoObject") ? [main] : []) + main.entities("video")
    return entities.flatMap { entity in
      media(entity, in: ["contentUrl", "embedUrl"], at: stated).map {
        lasting(duration(entity.text("duration")), $0)
      }
    }
  }

  private func lasting(_ duration: Duration?, _ media: LinkMetadata.Media) -> LinkMetadata.Media {
    var media = media
    media.duration = duration
    return media
  }

  /// The file of a `<video>` element. It's always a file, even if its type isn't stated.
  private var embeddedVideo: LinkMetadata.Media? {
    facts.videoFiles.firstResult { file in
      stated(file.address).map { LinkMetadata.Media(url: $0, type: file.type) }
    }
  }

  private func isFile(_ video: LinkMetadata.Media) -> Bool {
    if let type = video.type {
      return type.hasPrefix("video/") || type.hasPrefix("application/x-mpegurl")
        || type.hasPrefix("application/vnd.apple.mpegurl")
    }
    return ["mp4", "m4v", "mov", "webm", "ogv", "m3u8"].contains(
      video.url.pathExtension.lowercased())
  }

  /// The video's own duration if stated, otherwise the page's.
  private func duration(_ text: String?) -> Duration? {
    (text ?? facts.meta("og:video:duration", "video:duration", "duration")
      ?? data.main.text("duration"))
      .flatMap(WrittenDuration.duration)
  }
}

extension Page {
  /// The icons that the page names, best first. The last one is the `/favicon.ico` that browsers
  /// request from every host.
  package var icons: [LinkMetadata.Media] {
    let named = facts.links.enumerated().compactMap { order, link -> IconCandidate? in
      guard !link.relations.isDisjoint(with: .icons), let url = picture(at: link.address)
      else {
        return nil
      }
      return IconCandidate(link: link, url: url, order: order)
    }
    let tile = facts.meta("msapplication-tileimage").flatMap(picture(at:)).map {
      LinkMetadata.Media(url: $0)
    }
    let customary = faviconURL.map { LinkMetadata.Media(url: $0) }
    var icons = named.sorted(by: >).prefix(Self.iconLimit).map(\.media)
    if icons.isEmpty, let tile { icons.append(tile) }
    if let customary, !icons.contains(where: { $0.url == customary.url }) {
      icons.append(customary)
    }
    return icons
  }

  /// Whether the page names a home screen icon. Those are large.
  package var namesHomeScreenIcon: Bool {
    facts.links.contains { $0.relations.contains(.homeScreenIcon) }
  }

  /// The maximum number of icons worth trying.
  private static let iconLimit = 32
}

extension URL {
  /// The address where browsers look for the icon if a site doesn't name one
  /// (https://html.spec.whatwg.org/#rel-icon).
  package var faviconURL: URL? { URL(webAddress: "/favicon.ico", relativeTo: self) }
}

/// An icon that a page names, ordered by how well it looks on a card.
struct IconCandidate: Comparable {
  let media: LinkMetadata.Media
  private let isForDark: Bool
  private let isDrawing: Bool
  private let isForHomeScreen: Bool
  private let side: Int
  private let order: Int

  init(link: PageFacts.Link, url: URL, order: Int) {
    let largest = link.sizes.flatMap(Self.largest) ?? []
    isForDark = link.media?.containsBytes("dark") == true
    // URL takes long to tell the extension.
    let isSVG = link.address.containsBytes(".svg") || link.address.containsBytes(".SVG")
    isDrawing = link.type == "image/svg+xml" || isSVG && url.pathExtension.lowercased() == "svg"
    isForHomeScreen = link.relations.contains(.homeScreenIcon)
    // Without `sizes`, Apple's home screen icons are 180 pixels wide, and a favicon is 16.
    side = largest.first ?? (isForHomeScreen ? 180 : 16)
    self.order = order
    media = LinkMetadata.Media(
      url: url, type: link.type, width: largest.first, height: largest.last)
  }

  /// The sides of the largest size. `sizes` lists every size in the file: "16x16 32x32", or "any".
  private static func largest(of sizes: String) -> [Int]? {
    if sizes == "any" { return nil }
    if let sides = sides(ofOnly: sizes.utf8) { return sides }
    return sizes.utf8.split { $0 <= 0x20 }.compactMap { size -> [Int]? in
      let sides = size.split(separator: UInt8(ascii: "x")).compactMap { Int(Substring($0)) }
      return sides.count == 2 ? sides : nil
    }.max { $0[0] < $1[0] }
  }

  /// The sides of a size such as `180x180`, if it's the only one.
  private static func sides(ofOnly size: String.UTF8View) -> [Int]? {
    var sides = [0]
    var digits = 0
    for byte in size {
      if byte == UInt8(ascii: "x"), sides.count == 1, digits > 0 {
        sides.append(0)
        digits = 0
      } else {
        guard byte.isASCIIDigit, digits < 9 else { return nil }
        sides[sides.count - 1] = sides[sides.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      }
    }
    return sides.count == 2 && digits > 0 ? sides : nil
  }

  /// Whether `left` is the worse choice. Icons for dark mode come last, because nobody knows where
  /// the icon will be shown. SVG icons come before those, because few programs other than browsers
  /// decode SVG. Among the rest, the larger icon wins.
  static func < (left: IconCandidate, right: IconCandidate) -> Bool {
    if left.isForDark != right.isForDark { return left.isForDark }
    if left.isDrawing != right.isDrawing { return left.isDrawing }
    return (left.side, left.isForHomeScreen ? 1 : 0, -left.order)
      < (right.side, right.isForHomeScreen ? 1 : 0, -right.order)
  }
}

/// An image or video in Open Graph's structured properties (https://ogp.me/#structured):
/// `og:image`, followed by properties of that image such as `og:image:width`.
struct StructuredMedia {
  var address: String?
  var secureAddress: String?
  var type: String?
  var width: Int?
  var height: Int?
  var alternativeText: String?
  var duration: String?

  /// Returns all media of a kind, in document order.
  /// - Parameters:
  ///   - root: the property's name, such as `og:image`.
  ///   - excluded: the beginning of keys that belong to another kind.
  static func all(
    _ root: StaticString, except excluded: String? = nil, in metas: MetaElements
  ) -> [StructuredMedia] {
    var media: [StructuredMedia] = []
    for meta in metas.beginning(with: root) where !meta.content.isEmpty {
      if let excluded, meta.key.hasPrefix(excluded) { continue }
      let property = meta.key.dropFirst(root.utf8CodeUnitCount)
      let namesNext = property.isEmpty || (property == ":url" && media.last?.address != nil)
      // `og:image` and `og:image:url` mean the same. A second one starts the next image.
      let repeats = meta.content == media.last?.address
      if media.isEmpty || (namesNext && media.last?.address != nil && !repeats) {
        media.append(StructuredMedia())
      }
      media[media.count - 1].read(property, meta.content)
    }
    return media
  }

  private mutating func read(_ property: Substring, _ content: String) {
    switch property {
    case "", ":url": address = content
    case ":secure_url": secureAddress = content
    case ":type", ":content_type": type = content.lowercased()
    case ":width": width = Self.pixels(content)
    case ":height": height = Self.pixels(content)
    case ":alt": alternativeText = PlainText.folded(content)
    case ":duration": duration = content
    default: break
    }
  }

  /// Parses a positive number of pixels, such as `640` or `640px`.
  static func pixels(_ text: String) -> Int? {
    var number = 0
    for byte in text.utf8.drop(while: { $0 <= 0x20 }) {
      guard byte.isASCIIDigit, number < 1_000_000_000 else { break }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number > 0 ? number : nil
  }
}

/// The same properties describe images and videos.
extension Page {
  /// The image or video that Open Graph's structured properties describe.
  /// - Parameter resolve: returns the address of an image or video.
  func media(
    _ named: StructuredMedia, at resolve: (String) -> URL?
  ) -> LinkMetadata.Media? {
    let url = named.secureAddress.flatMap(resolve) ?? named.address.flatMap(resolve)
    return url.map { url in
      LinkMetadata.Media(
        url: url, type: named.type, width: named.width, height: named.height,
        alternativeText: named.alternativeText)
    }
  }

  /// The images or videos that a schema.org entity describes, one for each of the properties that
  /// has an address.
  /// - Parameter resolve: returns the address of an image or video.
  func media(
    _ entity: Entity, in properties: [String], at resolve: (String) -> URL?
  ) -> [LinkMetadata.Media] {
    properties.compactMap { entity.text($0) }.compactMap(resolve).map { url in
      LinkMetadata.Media(
        url: url, type: entity.text("encodingFormat"),
        width: entity.text("width").flatMap(StructuredMedia.pixels),
        height: entity.text("height").flatMap(StructuredMedia.pixels),
        alternativeText: entity.text("caption").flatMap { PlainText.folded($0) })
    }
  }
}
