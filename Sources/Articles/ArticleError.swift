public import LinkPreview
import Localization

/// The reason why a page has no article.
public enum ArticleError: Error, Hashable, Sendable, Codable {
  /// The page has no main text: it's an index, an application or a form, or it's empty.
  case noArticle
  /// The site shows a bot check or a consent page instead of the page.
  case botWall(host: String)
  /// The page couldn't be fetched.
  case notFetched(LinkMetadataError)
}

extension ArticleError: CustomStringConvertible {
  /// The error as one sentence for people.
  public var sentence: String {
    switch self {
    case .noArticle: localized("This page has no article to read.")
    case .notFetched(let error):
      error.detail.map { detail in
        // Some details end with a full stop, too.
        let reason = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
        return localized("The page couldn't be fetched: \(reason).")
      } ?? error.sentence
    case .botWall(let host): LinkMetadataError.Cause.botWall(host: host).description
    }
  }

  public var description: String { sentence }
}
