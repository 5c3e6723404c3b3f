package import Foundation
import Markup

/// A page that a site shows instead of the requested one.
package enum BotWall: String, Hashable, Sendable {
  /// A check that the visitor is human ("Just a moment…").
  case challenge
  /// A request to accept cookies first ("Before you continue").
  case consent
  /// A refusal ("Access denied").
  case blocked
}

extension Page {
  /// The kind of wall the page is, or nil for a real page.
  /// - Parameters:
  ///   - originalURL: the address before redirects. A redirect to a consent host makes the page a
  ///     consent wall.
  ///   - isRefusal: whether the page came with a status or header that sites send to suspected bots.
  package func wall(originalURL: URL, isRefusal: Bool = false) -> BotWall? {
    if Self.isConsent(host), !Self.isConsent(originalURL.displayHost) { return .consent }
    // Real pages have Open Graph tags or a canonical link. A title isn't enough, because an article
    // may well be called "Access denied".
    guard facts.meta("og:title", "twitter:title", "og:image") == nil, !hasCanonicalLink else {
      return nil
    }
    if facts.hasChallengeScript { return .challenge }
    guard let title = facts.title.flatMap({ PlainText.folded($0) })?.lowercased() else {
      return nil
    }
    return BotWall.titles.first { wall, beginnings in
      // An article may have the same title, but a wall has little to say.
      guard isRefusal || facts.textLength <= BotWall.lengthLimit(of: wall) else { return false }
      return beginnings.contains { beginning in
        guard title.hasPrefix(beginning) else { return false }
        return isRefusal || isOnlySiteName(title.dropFirst(beginning.count), wall)
      }
    }?.0
  }

  /// Whether the title has nothing after a wall's phrase, or only the name of the site or vendor.
  /// Ordinary titles may begin with the same phrases but go on.
  private func isOnlySiteName(_ suffix: Substring, _ wall: BotWall) -> Bool {
    let key = SiteName.key(String(suffix))
    let sites = [host, "www." + host, hostLabel ?? ""].map(SiteName.key)
    if key.isEmpty || sites.contains(key) || Self.vendors.contains(key) { return true }
    switch wall {
    // "Before you continue to Google Search".
    case .consent: return (sites + Self.consentSites).contains { !$0.isEmpty && key.hasPrefix($0) }
    // "Access denied | www.example.org used Cloudflare to restrict access".
    case .blocked, .challenge: return suffix.hasSuffix("used cloudflare to restrict access")
    }
  }

  private static func isConsent(_ host: String) -> Bool {
    ["consent.", "guce."].contains { host.hasPrefix($0) }
  }

  private var hasCanonicalLink: Bool { facts.links.contains { $0.relations.contains(.canonical) } }

  /// Keys of vendor names and other words that may follow a wall's phrase.
  private static let vendors: Set = [
    "akamai", "cloudflare", "datadome", "godaddywebsitefirewall", "imperva", "incapsula",
    "perimeterx", "please", "sucuri", "sucuriwebsitefirewall", "vercel",
  ]

  private static let consentSites = ["google", "youtube", "yahoo"]
}

extension BotWall {
  /// Whether a title begins like that of a wall.
  static func begins(_ title: String) -> Bool {
    guard let title = PlainText.folded(title)?.lowercased() else { return false }
    return titles.contains { $0.1.contains { title.hasPrefix($0) } }
  }

  /// The most bytes of text on a wall, without spaces. Those for consent explain at length, and list
  /// languages.
  fileprivate static func lengthLimit(of wall: BotWall) -> Int { wall == .consent ? 4_000 : 700 }

  /// The phrases that titles of walls begin with, in lower case: Cloudflare, Akamai, Imperva,
  /// DataDome, PerimeterX, AWS WAF, Vercel, DDoS-Guard, Amazon, Google.
  fileprivate static let titles: [(BotWall, [String])] = [
    (
      .challenge,
      [
        "just a moment", "checking your browser before accessing", "checking your browser",
        "please wait... | cloudflare", "ddos-guard",
        "one more step", "robot check", "are you a robot", "human verification", "bot verification",
        "verify you are human", "verifying you are human. this may take a few seconds",
        "verifying you are human", "please verify you are a human",
        "pardon our interruption", "security check required", "security check",
        "security verification", "client challenge",
        "vercel security checkpoint", "un momento", "nur einen moment",
        "einen moment, bitte", "un instant", "один момент", "captcha", "amazon.com captcha",
      ]
    ),
    (
      .consent,
      [
        "before you continue to", "before you continue", "bevor sie zu", "bevor du zu",
        "avant d'accéder à", "avant de continuer sur", "avant de continuer",
        "antes de ir a", "antes de continuar en", "antes de continuar",
        "prima di continuare su", "prima di continuare", "voordat je verdergaat naar",
        "voordat je verdergaat",
      ]
    ),
    (
      .blocked,
      [
        "attention required!", "access denied", "access to this page has been denied",
        "you have been blocked", "request blocked", "blocked - ", "sorry, you have been blocked",
      ]
    ),
  ]
}
