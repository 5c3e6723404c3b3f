import Foundation
import Markup

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
      guard ASCII.isDigit(byte), number < 1_000_000_000 else { break }
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
