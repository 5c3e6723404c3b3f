import Markup
import Foundation

extension PageCheck {
  /// Findings about the page as a whole.
  static func pageFindings(_ page: Page, length: Int) -> [Finding] {
    var findings: [Finding] = []
    if let wall = page.wall(originalURL: page.url) {
      findings.append(
        error("the page is a wall (\(wall.rawValue)), so there is nothing to preview"))
    }
    if length > pageLimit {
      findings.append(
        error(
          "the page is \(LinkedFile.secondsText(bytes: length)); only the first 1 MB is sure to be read"
        ))
    }
    if page.facts.meta("refresh").flatMap({ MetaRefresh($0) })?.address != nil {
      findings.append(
        error("meta refresh is not followed by previews; redirect on the server instead"))
    }
    if page.facts.isDeclaredLate {
      findings.append(
        warning("tags stand in the body, where previews may not look; move them to the head"))
    }
    if page.facts.links.allSatisfy({ !$0.relations.contains(.canonical) }),
      page.facts.meta("og:url") == nil
    {
      findings.append(
        warning("neither a canonical link nor og:url, so copies of the link look like other pages"))
    }
    if page.language == nil {
      findings.append(warning("no language is stated; add lang to <html>"))
    }
    return findings
  }

  static func titleFindings(_ page: Page) -> [Finding] {
    var findings: [Finding] = []
    let written = page.facts.meta("og:title").flatMap { PlainText.folded($0) }
    let site = page.facts.meta("og:site_name").flatMap { PlainText.folded($0) }
    if written == nil {
      findings.append(
        page.title == nil
          ? error("og:title and <title> are missing, so the preview shows the address")
          : warning("og:title is missing; <title> stands in"))
    }
    if let written {
      var metadata = LinkMetadata(originalURL: page.url)
      metadata.title = written
      metadata.siteName = site
      if metadata.displayTitle != written {
        findings.append(error("og:title repeats the site's name; that belongs in og:site_name"))
      } else if let site, SiteName.key(site) == SiteName.key(written), page.url.path().count > 1 {
        findings.append(error("og:title is only the site's name"))
      }
      if written.count > 100 {
        findings.append(warning("og:title has \(written.count) characters and will be cut"))
      }
    }
    if site == nil { findings.append(warning("og:site_name is missing; the host stands in")) }
    if page.facts.meta("og:description", "twitter:description") == nil {
      findings.append(warning("og:description is missing"))
    } else if page.facts.meta("twitter:card") == nil {
      findings.append(
        warning("twitter:card is missing; without it some previews leave og:description out"))
    }
    return findings
  }
}

extension PageFacts {
  /// Whether all Open Graph tags are in the body and none in the head.
  fileprivate var isDeclaredLate: Bool {
    let openGraph = metas.beginning(with: "og:")
    return !openGraph.isEmpty && openGraph.allSatisfy(\.isInBody)
  }
}
