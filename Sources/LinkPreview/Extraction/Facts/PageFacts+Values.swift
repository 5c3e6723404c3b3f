extension PageFacts {
  struct Heading: Hashable {
    var text: String
    /// Whether the heading belongs to the page's content rather than to the site.
    var isOfContent: Bool
  }

  struct Picture: Hashable {
    var address: String
    var isOfContent: Bool
    var width: Int?
    var height: Int?
    var alternativeText: String?
  }

  struct VideoFile: Hashable {
    var address: String
    var type: String?
  }

  struct Meta: Hashable {
    /// The `property`, `name`, `itemprop` or `http-equiv`, in lower case.
    var key: String
    var content: String
    var media: String?
    var isInBody: Bool
  }

  struct Link: Hashable {
    var relations: LinkRelations
    var address: String
    var type: String?
    var sizes: String?
    /// The media query the link is for, such as `(prefers-color-scheme: dark)`.
    var media: String?
  }
}
