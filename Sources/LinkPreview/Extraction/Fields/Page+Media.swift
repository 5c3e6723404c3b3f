import Markup
import Foundation

/// Pictures and videos are described alike.
extension Page {
  /// What Open Graph's structured properties name.
  func media(_ named: StructuredMedia) -> LinkMetadata.Media? {
    let addresses = [named.secureAddress, named.address].compactMap { $0 }
    return addresses.lazy.compactMap(absolute).first.map { url in
      LinkMetadata.Media(
        url: url, type: named.type, width: named.width, height: named.height,
        alternativeText: named.alternativeText)
    }
  }

  /// What is described in the vocabulary of schema.org, once for each of the properties that has an
  /// address.
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
