import Markup
import Foundation

/// The same properties describe images and videos.
extension Page {
  /// The image or video that Open Graph's structured properties describe.
  func media(_ named: StructuredMedia) -> LinkMetadata.Media? {
    let url = named.secureAddress.flatMap(absolute) ?? named.address.flatMap(absolute)
    return url.map { url in
      LinkMetadata.Media(
        url: url, type: named.type, width: named.width, height: named.height,
        alternativeText: named.alternativeText)
    }
  }

  /// The images or videos that a schema.org entity describes, one for each of the properties that
  /// has an address.
  func media(_ entity: Entity, at properties: [String]) -> [LinkMetadata.Media] {
    properties.compactMap { entity.text($0) }.compactMap(absolute).map { url in
      LinkMetadata.Media(
        url: url, type: entity.text("encodingFormat"),
        width: entity.text("width").flatMap(StructuredMedia.pixels),
        height: entity.text("height").flatMap(StructuredMedia.pixels),
        alternativeText: entity.text("caption").flatMap { PlainText.folded($0) })
    }
  }
}
