import Markup

/// Collects the first few images of a page's body.
///
/// Keeps their bytes, and creates strings only on request, because most pages state their image in
/// metadata.
struct PictureReader {
  private struct Source {
    var address: Range<Int>
    var width: Range<Int>?
    var height: Range<Int>?
    var alternativeText: Range<Int>?
  }

  private var ofContent: [Source] = []
  private var others: [Source] = []
  /// The attributes as the page spells them.
  private var bytes: [UInt8] = []

  /// All images, with those inside the content first.
  var all: [PageFacts.Picture] {
    ofContent.map { picture($0, isOfContent: true) }
      + others.map { picture($0, isOfContent: false) }
  }

  mutating func read(_ attributes: Attributes, isOfContent: Bool) {
    guard (isOfContent ? ofContent : others).count < PageFacts.countLimit,
      // Pages with lazy loading put the address of an image into `data-src`.
      let address = attributes.bytes("data-src") ?? attributes.bytes("src")
    else { return }
    let source = Source(
      address: append(address), width: attributes.bytes("width").map { append($0) },
      height: attributes.bytes("height").map { append($0) },
      alternativeText: attributes.bytes("alt").map { append($0) })
    if isOfContent { ofContent.append(source) } else { others.append(source) }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  private func picture(_ source: Source, isOfContent: Bool) -> PageFacts.Picture {
    PageFacts.Picture(
      address: text(source.address), isOfContent: isOfContent,
      width: source.width.map(text).flatMap(StructuredMedia.pixels),
      height: source.height.map(text).flatMap(StructuredMedia.pixels),
      alternativeText: source.alternativeText.map(text))
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      Attributes.text(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }
}

/// Finds the `<time>` element that states when the page was published.
struct TimeReader {
  private var marked: String?
  private var firstOfContent: String?
  private var all: Set<String> = []

  /// The time that's marked as the publication date, as in `<time datetime pubdate>`. Otherwise the
  /// first time inside the content, or else the page's only time.
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
