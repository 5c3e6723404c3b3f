import Markup

/// Collects the first few images of a page's body.
struct PictureReader {
  private var ofContent: [PageFacts.Picture] = []
  private var others: [PageFacts.Picture] = []

  /// All images, with those inside the content first.
  var all: [PageFacts.Picture] { ofContent + others }

  mutating func read(_ attributes: Attributes, isOfContent: Bool) {
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

/// Finds the `<time>` element that states when the page was published.
struct TimeReader {
  private var marked: String?
  private var firstOfContent: String?
  private var all: Set<String> = []

  /// The time marked as the publication date, as in `<time datetime pubdate>`. Otherwise the first
  /// time inside the content, or else the page's only time.
  var publicationTime: String? { marked ?? firstOfContent ?? (all.count == 1 ? all.first : nil) }

  mutating func read(_ attributes: Attributes, isOfContent: Bool) {
    guard marked == nil, let time = attributes["datetime"] else { return }
    if all.count < 2 { all.insert(time) }
    if attributes.has("pubdate") || attributes.value("class", contains: "publish")
      || attributes.value("class", contains: "entry-date")
    {
      marked = time
    } else if isOfContent, firstOfContent == nil {
      firstOfContent = time
    }
  }
}
