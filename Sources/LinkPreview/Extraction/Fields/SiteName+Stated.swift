import Markup
import Foundation

extension SiteName {
  /// The site's name as the site states it.
  static func stated(in facts: PageFacts, _ data: LinkedData, hostLabel: String?) -> String? {
    let described = [data.site?.name, data.main.names("publisher").first]
    return facts.text("og:site_name")
      ?? described.lazy.compactMap { $0 }.compactMap { PlainText.folded($0) }
      .first { !$0.spellsAddress }
      ?? facts.text(
        "application-name", "apple-mobile-web-app-title", "al:ios:app_name",
        "citation_journal_title", "dc.publisher")
      ?? hostLabel.flatMap { name(in: facts.title, for: $0) }
  }

  /// The part of `<title>` that matches the host, such as `TechCrunch` on techcrunch.com.
  private static func name(in title: String?, for hostLabel: String) -> String? {
    guard let title = title.flatMap({ PlainText.folded($0) }) else { return nil }
    let labelKey = key(hostLabel)
    return title.split { Headline.separators.contains($0) }.lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { part in
        let key = key(part)
        return key == labelKey || (key.count > 4 && labelKey.hasPrefix(key))
      }
  }
}
