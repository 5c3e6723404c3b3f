import Markup

extension PageFacts {
  /// Whether the metadata is complete, so that the page needn't be read any further: there's a
  /// title and the headline that distinguishes it from the site's name, a description, an image,
  /// and, if the page may be an article, an author and a date.
  var isSufficient: Bool {
    guard let title = meta("og:title", "twitter:title"),
      meta("og:description", "twitter:description", "description") != nil,
      meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image") != nil
    else { return false }
    let kind = meta("og:type")?.lowercased() ?? "article"
    if kind != "website", Headline.mayBePart(of: title), !headings.contains(where: \.isOfContent) {
      return false
    }
    // A `website` may be an article too, because as many sites declare every page a website as
    // declare their articles.
    guard ["article", "blog", "website"].contains(kind) else { return true }
    return (meta("article:published_time") ?? described("\"datePublished\"")) != nil
      && (meta("author", "article:author") ?? described("\"author\"")) != nil
  }

  /// Whether the page seems to state its date for machines, so that the dates it shows aren't needed.
  var statesDate: Bool {
    Page.dateKeys.contains(where: metas.hasKey) || jsonBlocks.contains(where: Self.statesDate)
  }

  static func statesDate(_ block: String) -> Bool {
    block.containsBytes("\"datePublished\"") || block.containsBytes("\"uploadDate\"")
      || block.containsBytes("\"dateCreated\"")
  }

  /// Finds a JSON-LD block that seems to contain a quoted property. A text search is enough here, because
  /// the blocks are parsed later.
  private func described(_ property: StaticString) -> String? {
    jsonBlocks.first { $0.containsBytes(property) }
  }

  /// Whether the page has nothing that a card could show.
  package var isEmpty: Bool {
    title == nil && jsonBlocks.isEmpty
      && !metas.hasKeys(beginningWith: "og:") && !metas.hasKeys(beginningWith: "twitter:")
      && allMetas("description").isEmpty
  }

  /// Whether the page describes itself beyond its `<title>`. Pages that only redirect don't.
  package var isDescribed: Bool { meta("og:title", "og:description", "description") != nil }

  /// The headings inside the page's content, or its only heading if the page marks its content.
  var contentHeadings: [String] {
    let marked = headings.filter(\.isOfContent)
    return (marked.isEmpty && headings.count == 1 && hasContentElement ? headings : marked).map(
      \.text)
  }
}
