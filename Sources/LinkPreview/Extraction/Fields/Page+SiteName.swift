import Markup
import Foundation

extension Page {
  /// The site's name as the site states it.
  var statedName: String? {
    let described = [data.site?.name, data.main.names("publisher").first]
    return facts.text("og:site_name")
      ?? described.lazy.compactMap { $0 }.compactMap { PlainText.folded($0) }
      .first { !$0.spellsAddress }
      ?? facts.text(
        "application-name", "apple-mobile-web-app-title", "al:ios:app_name",
        "citation_journal_title", "dc.publisher")
      ?? nameInTitle
  }

  /// The part of `<title>` that matches the host, such as `TechCrunch` on techcrunch.com.
  private var nameInTitle: String? {
    guard let title = facts.title.flatMap({ PlainText.folded($0) }), let label = hostLabel
    else { return nil }
    let labelKey = SiteName.key(label)
    return title.split { Headline.separators.contains($0) }.lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { part in
        let key = SiteName.key(part)
        return key == labelKey || (key.count > 4 && labelKey.hasPrefix(key))
      }
  }
}
