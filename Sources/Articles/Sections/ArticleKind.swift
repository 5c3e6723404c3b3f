import Localization

extension Article {
  /// The kind of page that a text is from.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A text of its own, such as a report, a post or a chapter of a manual.
    case article
    /// The posts of a discussion, or a question with its answers.
    case thread
    /// The entries of an index, a category or a search.
    case list
    /// What a shop says about one product.
    case product
    /// Any other page with sections, such as the front page of a site or the page of a service.
    case page

    /// The kind's name in the user's language, such as `thread`.
    public var name: String {
      switch self {
      case .article: localized("article")
      case .thread: localized("thread")
      case .list: localized("list")
      case .product: localized("product")
      case .page: localized("page")
      }
    }
  }
}
