import Foundation

extension [ArticleBlock] {
  /// The blocks without a breadcrumb list at the start, whose links lead from the site's front page
  /// to this page.
  func withoutBreadcrumb(_ url: URL) -> [ArticleBlock] {
    guard case .list(let list) = first, (2...8).contains(list.items.count),
      list.items.dropLast().allSatisfy({ $0.onlyLink?.host() == url.host() }),
      let home = list.items[0].onlyLink, home.path().utf8.count < 2
    else { return self }
    return [ArticleBlock](dropFirst())
  }

  /// The target of a link without other content beside it.
  private var onlyLink: URL? {
    guard count == 1, case .paragraph(let content) = first, content.count == 1,
      case .link(_, let url) = content[0]
    else { return nil }
    return url
  }
}
