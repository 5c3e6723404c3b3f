import Markup

/// Keeps the pictures of a page's body, the first few.
struct PictureReader {
  private var ofContent: [PageFacts.Picture] = []
  private var others: [PageFacts.Picture] = []

  /// Those of the content first.
  var all: [PageFacts.Picture] { ofContent + others }

  mutating func read(_ attributes: MarkupAttributes, isOfContent: Bool) {
    guard (isOfContent ? ofContent : others).count < PageFacts.countLimit,
      // Pages that load pictures late have their address in an attribute of their own.
      let address = attributes["data-src"] ?? attributes["src"]
    else { return }
    let picture = PageFacts.Picture(
      address: address, isOfContent: isOfContent,
      width: attributes["width"].flatMap(StructuredMedia.pixels),
      height: attributes["height"].flatMap(StructuredMedia.pixels),
      alternativeText: attributes["alt"])
    if isOfContent { ofContent.append(picture) } else { others.append(picture) }
  }
}
