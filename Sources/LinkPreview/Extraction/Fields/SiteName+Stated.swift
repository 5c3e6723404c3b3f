import Markup
import Foundation

extension SiteName {
  /// The site's name as the site states it.
  static func stated(in facts: PageFacts, _ data: LinkedData, hostLabel: String?) -> String? {
    let described = [data.site?.name, data.main.names("publisher").first]
    return facts.text("og:site_name")
      ?? described.firstResult { name in
        name.flatMap { PlainText.folded($0) }.flatMap { $0.spellsAddress ? nil : $0 }
      }
      ?? facts.text(
        "application-name", "apple-mobile-web-app-title", "al:ios:app_name",
        "citation_journal_title", "dc.publisher")
      ?? hostLabel.flatMap { name(in: facts.title, for: $0) }
  }

  /// Rules out most titles without splitting them: a title that names the site contains the first
  /// letters of the host's label.
  private static func mayName(_ labelKey: String, _ title: String) -> Bool {
    let start = labelKey.utf8.prefix(5)
    guard start.allSatisfy({ $0 < 0x80 }), title.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    let letters = Array(letters(of: title).utf8)
    return letters.indices.contains { letters[$0...].starts(with: start) } || start.isEmpty
  }

  /// The parts of a title between separators.
  private static func parts(of title: String) -> [Substring] {
    // Comparing characters outside ASCII takes far longer.
    guard title.utf8.allSatisfy({ $0 < 0x80 }) else {
      return title.split { Headline.separators.contains($0) }
    }
    return title.utf8.split { Headline.separatorBytes.contains($0) }.map { Substring($0) }
  }

  /// The part of `<title>` that matches the host, such as `TechCrunch` on techcrunch.com.
  private static func name(in title: String?, for hostLabel: String) -> String? {
    guard let title = title.flatMap({ PlainText.folded($0) }) else { return nil }
    let labelKey = key(hostLabel)
    guard mayName(labelKey, title) else { return nil }
    return parts(of: title).lazy.map { $0.trimmingCharacters(in: .whitespaces) }
      .first { part in
        let key = key(part)
        return key == labelKey || (key.count > 4 && labelKey.hasPrefix(key))
      }
  }
}
