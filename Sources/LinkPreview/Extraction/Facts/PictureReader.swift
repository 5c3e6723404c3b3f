import Markup

/// Collects the first few images of a page's body.
struct PictureReader {
  private var ofContent: [PageFacts.Picture] = []
  private var others: [PageFacts.Picture] = []

  /// All images, with those inside the content first.
  var all: [PageFacts.Picture] { ofContent + others }

  mutating func read(_ attributes: MarkupAttributes, isOfContent: Bool) {
    guard (isOfContent ? ofContent : others).count < PageFacts.countLimit,
      // Pages with lazy loading put the address of an image into `data-src`.
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
