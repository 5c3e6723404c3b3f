import Foundation

/// A page that a site shows instead of the one that was asked for.
public enum BotWall: String, Hashable, Sendable, Codable {
  /// A check whether a person is there ("Just a moment…").
  case challenge
  /// A request to agree to cookies first ("Before you continue").
  case consent
  /// A refusal ("Access denied").
  case blocked
}

extension Page {
  /// The wall that the page is; nil for a real page.
  /// - Parameter originalURL: the address before redirects; consent is asked for on hosts of its own.
  func wall(originalURL: URL) -> BotWall? {
    if !isConsentHost(originalURL), isConsentHost(url) { return .consent }
    // Real pages say more of themselves; an article may well be called "Access denied".
    guard facts.meta("og:title", "twitter:title", "og:image") == nil, !hasCanonicalLink,
      let title = facts.title.flatMap({ PlainText.folded($0) })?.lowercased()
    else { return nil }
    return Self.titles.first { _, beginnings in beginnings.contains { title.hasPrefix($0) } }?.0
  }

  private func isConsentHost(_ url: URL) -> Bool {
    ["consent.", "guce."].contains { url.displayHost.hasPrefix($0) }
  }

  private var hasCanonicalLink: Bool { facts.links.contains { $0.rels.contains("canonical") } }

  /// What the titles of walls begin with, in lower case: Cloudflare, Akamai, Imperva, DataDome,
  /// PerimeterX, AWS WAF, Vercel, DDoS-Guard, Amazon, Google.
  private static let titles: [(BotWall, [String])] = [
    (
      .challenge,
      [
        "just a moment", "checking your browser", "please wait... | cloudflare", "ddos-guard",
        "one more step", "robot check", "are you a robot", "human verification", "bot verification",
        "verify you are human", "verifying you are human", "please verify you are a human",
        "pardon our interruption", "security check", "security verification", "client challenge",
        "vercel security checkpoint", "un momento…", "un momento...", "nur einen moment",
        "einen moment, bitte", "un instant", "один момент", "captcha", "amazon.com captcha",
      ]
    ),
    (
      .consent,
      [
        "before you continue", "bevor sie zu", "bevor du zu", "avant d'accéder à",
        "avant de continuer",
        "antes de ir a", "antes de continuar", "prima di continuare", "voordat je verdergaat",
      ]
    ),
    (
      .blocked,
      [
        "attention required! | cloudflare", "access denied", "access to this page has been denied",
        "you have been blocked", "request blocked", "blocked - ", "sorry, you have been blocked",
      ]
    ),
  ]
}
