package import Foundation
package import Markup

/// A permanent redirect from the address of a saved page.
///
/// A site that gives up its pages often redirects all of them to one place. Then the new address isn't
/// that of the page, and taking it over would lose the old one.
package struct PageMove: Hashable, Sendable {
  let page: WebAddress
  let target: WebAddress

  package init(from page: WebAddress, to target: URL) {
    (self.page, self.target) = (page, WebAddress(target))
  }

  /// From how many pages of a host on that lead to one address none of them has moved there.
  package static let sharedTargetLimit = 3

  /// Whether the address can't be that of the page: a front page, or a login.
  package var leadsAstray: Bool {
    // A redirect without a fragment keeps that of the page.
    let fragment = LinkKey.fragment(of: target)
    let isWholeSite = fragment.isEmpty || fragment == LinkKey.fragment(of: page)
    // Names of two letters may be of anything, unless the page has the same one.
    let language = Self.names(AddressParts(page).path).first
    let isFrontPage = Self.isFrontPage(target) { $0.utf8.count > 2 || $0 == language }
    return isWholeSite && isFrontPage && !Self.isFrontPage(page) { _ in true }
      || Self.isLogin(target) && !Self.isLogin(page)
  }

  /// The host of the page, without `www.`.
  package var host: String { page.displayHost }

  /// What tells pages of a host apart: neither the scheme nor the position on the page does.
  package var pageOnHost: String {
    let key = LinkKey.key(of: page)
    let path = key.firstRange(of: "://").map {
      key[$0.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    return String((path ?? "").prefix { $0 != "#" })
  }

  /// The address that the page leads to. The position on that page doesn't count.
  package var targetPage: String { String(LinkKey.key(of: target).prefix { $0 != "#" }) }

  /// Whether an address is that of a site and not of one of its pages: `/`, `/index.html`, `/en-us/`.
  /// - Parameter isLanguage: whether a first part such as `en` or `en-us` is a language.
  private static func isFrontPage(
    _ address: WebAddress, _ isLanguage: (Substring) -> Bool
  ) -> Bool {
    let parts = AddressParts(address)
    guard LinkQuery.key(of: parts.query, host: parts.host).isEmpty else { return false }
    var path = names(parts.path)
    if let first = path.first, first.wholeMatch(of: /[a-z]{2}(?:[-_][a-z]{2})?/) != nil,
      isLanguage(first)
    {
      path = path.dropFirst()
    }
    guard let first = path.first else { return true }
    return path.count == 1
      && first.wholeMatch(of: /(?:index|default|home)(?:\.[a-z]{3,5})?/) != nil
  }

  /// Whether an address asks to sign in: `/login`, `/users/sign_in`, `login.example.org`,
  /// `?title=Special:UserLogin`.
  private static func isLogin(_ address: WebAddress) -> Bool {
    let parts = AddressParts(address)
    let labels = address.displayHost.split(separator: ".").dropLast()
    let files = names(parts.path).map { $0.prefix { $0 != "." } }
    let query = parts.query.lowercasedASCII
    let values = (query.removingPercentEncoding ?? query).split {
      !$0.isLetter && $0 != "-" && $0 != "_"
    }
    return (labels + files + values).contains { word in
      logins.contains(word.filter { $0 != "-" && $0 != "_" })
    }
  }

  private static let logins: Set = [
    "login", "logon", "signin", "userlogin", "wplogin", "servicelogin", "sso", "oauth",
    "authenticate",
  ]

  private static func names(_ path: ArraySlice<UInt8>) -> ArraySlice<Substring> {
    path.lowercasedASCII.split(separator: "/")[...]
  }
}
