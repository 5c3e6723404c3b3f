import Markup
import Foundation

extension Page {
  /// The title, from the first source that has one: Open Graph, Twitter cards, publishers'
  /// metadata, `<title>`, JSON-LD and microdata, the first heading.
  package var title: String? {
    let written = facts.text(
      "og:title", "twitter:title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title",
      "citation_title")
    let others = [facts.title, data.main.text("headline", "name"), facts.headings.first?.text]
    guard let title = written ?? others.firstResult({ $0.flatMap(Self.plain) }) else {
      return nil
    }
    // A front page is named after its site, so its title isn't shortened.
    guard kind != .website else { return title }
    let isTag = written == nil
    let headline = headlines.first {
      Headline(text: $0).isWhole(in: title, isOnlyAtStart: isTag, isSite: namesSite)
        && SiteName.key($0) != SiteName.key(siteName)
    }
    if let headline { return headline }
    guard isTag, kind == .article else { return title }
    return SiteSuffix.removed(from: title, siteName: siteName, url: url) ?? title
  }

  /// Returns the first heading that makes up the title, apart from text beside it, such as a name
  /// of the site that the page states nowhere else.
  package func headline(among headings: [String], of title: String) -> String? {
    guard kind != .website else { return nil }
    return headings.first {
      Headline(text: $0).isWhole(in: title, isOnlyAtStart: true, isSite: namesSite)
        && SiteName.key($0) != SiteName.key(siteName)
    }
  }

  private func namesSite(_ text: String) -> Bool {
    let key = SiteName.key(text)
    let sites = [siteName, host, hostLabel ?? ""].map(SiteName.key)
    return key.count > 2 && sites.contains { $0.hasPrefix(key) || key.hasPrefix($0) && !$0.isEmpty }
  }

  private static func plain(_ text: String) -> String? { PlainText.folded(text) }

  /// The headlines that the page shows above its content.
  private var headlines: [String] {
    (facts.contentHeadings + [data.main.text("headline")].compactMap { $0 })
      .compactMap { PlainText.folded($0) }
  }

  package var summary: String? {
    let plain: (String) -> String? = { PlainText.withoutMarkup($0) }
    let written = facts.text(
      "og:description", "twitter:description", "description", "dc.description",
      "dcterms.description", "sailthru.description", as: plain)
    return written ?? data.main.text("description").flatMap(plain)
  }
}
