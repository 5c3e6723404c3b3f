extension PageFacts {
  /// Whether there is nothing that the rest of the page could be read for: a title and the headline
  /// that tells it from the site's name, a description, a picture, and, of what may be an article,
  /// author and date.
  var isSufficient: Bool {
    guard let title = meta("og:title", "twitter:title"),
      meta("og:description", "twitter:description", "description") != nil,
      meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image") != nil
    else { return false }
    let kind = meta("og:type")?.lowercased() ?? "article"
    if kind != "website", Headline.mayBePart(of: title), !headings.contains(where: \.isOfContent) {
      return false
    }
    // Sites that call every page a website are as many as those that tell articles from others.
    guard ["article", "website"].contains(kind) else { return true }
    return (meta("article:published_time") ?? described("datePublished")) != nil
      && (meta("author", "article:author") ?? described("author")) != nil
  }

  /// The block of JSON-LD in which a property seems to be. What is really told is for later.
  private func described(_ property: String) -> String? {
    jsonBlocks.first { $0.contains("\"\(property)\"") }
  }

  /// Whether the page has nothing at all that a card is made of.
  var isEmpty: Bool {
    title == nil && jsonBlocks.isEmpty
      && !metas.contains {
        $0.key.hasPrefix("og:") || $0.key.hasPrefix("twitter:") || $0.key == "description"
      }
  }

  /// Whether the page describes itself beyond its name, as those do not that only lead on.
  var isDescribed: Bool { meta("og:title", "og:description", "description") != nil }

  /// The headings of the page's content: those that it marks, or its only one.
  var contentHeadings: [String] {
    let marked = headings.filter(\.isOfContent)
    return (marked.isEmpty && headings.count == 1 && hasContentElement ? headings : marked).map(
      \.text)
  }
}
