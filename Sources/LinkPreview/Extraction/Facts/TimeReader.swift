import Markup

/// Finds the `<time>` element that states when the page was published.
struct TimeReader {
  private var marked: String?
  private var firstOfContent: String?
  private var all: Set<String> = []

  /// The time marked as the publication date, as in `<time datetime pubdate>`. Otherwise the first
  /// time inside the content, or else the page's only time.
  var publicationTime: String? { marked ?? firstOfContent ?? (all.count == 1 ? all.first : nil) }

  mutating func read(_ attributes: MarkupAttributes, isOfContent: Bool) {
    guard marked == nil, let time = attributes["datetime"] else { return }
    if all.count < 2 { all.insert(time) }
    let marks = (attributes["class"] ?? "").lowercased()
    if attributes.has("pubdate") || marks.contains("publish") || marks.contains("entry-date") {
      marked = time
    } else if isOfContent, firstOfContent == nil {
      firstOfContent = time
    }
  }
}
