import Foundation

extension [ArticleBlock] {
  /// Without a list at the start of the links that lead to the page from the site's front page.
  func withoutBreadcrumb(_ url: URL) -> [ArticleBlock] {
    guard case .list(let list) = first, (2...8).contains(list.items.count),
      list.items.dropLast().allSatisfy({ $0.onlyLink?.host() == url.host() }),
      let home = list.items[0].onlyLink, home.path().utf8.count < 2
    else { return self }
    return [ArticleBlock](dropFirst())
  }

  /// The target of a link that's all there is.
  private var onlyLink: URL? {
    guard count == 1, case .paragraph(let content) = first, content.count == 1,
      case .link(_, let url) = content[0]
    else { return nil }
    return url
  }
}
