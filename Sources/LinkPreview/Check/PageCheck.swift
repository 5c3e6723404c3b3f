public import Foundation
import Localization
import Markup

/// Finds the problems that keep a page from making a good link preview, by the rules that Apple
/// publishes for its own previews (Technical Note TN3156, Tech Talk 205).
///
///     for finding in PageCheck.findings(html: page, url: url) where finding.severity == .error {
///       print(finding.text)  // "og:image is missing, so the preview has no picture"
///     }
public enum PageCheck {
  /// A problem with the page.
  public struct Finding: Hashable, Sendable {
    /// How much the problem costs.
    public var severity: Severity
    /// One line for people that names the problem and its effect.
    public var text: String

    /// Creates a finding with a text of one line.
    public init(severity: Severity, text: String) {
      self.severity = severity
      self.text = text
    }
  }

  /// How much a problem costs the preview.
  public enum Severity: String, Hashable, Sendable, CustomStringConvertible {
    /// Part of the preview is missing, or there's no preview.
    case error
    /// The preview isn't as good as it could be.
    case warning

    public var description: String { rawValue }
  }

  /// Checks a page you already have, without network access. Image and icon sizes are those that
  /// the page states.
  ///
  /// - Parameters: as for ``LinkMetadata/init(html:url:charset:)``.
  /// - Returns: errors first, then warnings, each in the order of the parts of a preview. Empty if
  ///   there's nothing to improve.
  public static func findings(html: Data, url: URL, charset: String? = nil) -> [Finding] {
    let reader = PageReader(transportLabel: charset, host: url.host(), readsWhole: true)
    reader.read(html)
    reader.finish()
    return findings(page: reader.page(at: url), length: html.count)
  }

  /// - Parameter length: the size of the page in bytes.
  package static func findings(page: Page, length: Int, media: [CheckedMedia] = []) -> [Finding] {
    var findings = Findings()
    findings.addPage(page, length: length)
    findings.addTitles(page)
    findings.addImage(page, media)
    findings.addIcon(page, media)
    findings.addVideo(page, media)
    let mediaLength = media.compactMap(\.length).reduce(0, +)
    if mediaLength > mediaLimit {
      findings.error(
        localized(
          "icon, picture and video are \(LinkedFile.sizeText(bytes: mediaLength)) together; over 10 MB they are left out"
        ))
    }
    return findings.all(.error) + findings.all(.warning)
  }

  /// The page size in bytes after which LinkPresentation may stop reading.
  static let pageLimit = 1 << 20
  /// The limit in bytes for icon, image and video together.
  package static let mediaLimit = 10 << 20
  /// The minimum width in pixels at which an image looks its best (TN3156).
  static let goodImageWidth = 900
  /// The minimum width in pixels at which an icon looks its best (TN3156).
  package static let goodIconWidth = 108
}

/// Collects findings, in the order of the parts of a preview.
private struct Findings {
  private var all: [PageCheck.Finding] = []

  func all(_ severity: PageCheck.Severity) -> [PageCheck.Finding] {
    all.filter { $0.severity == severity }
  }

  mutating func error(_ text: String) {
    all.append(PageCheck.Finding(severity: .error, text: text))
  }

  mutating func warning(_ text: String) {
    all.append(PageCheck.Finding(severity: .warning, text: text))
  }

  /// Findings about the page as a whole.
  mutating func addPage(_ page: Page, length: Int) {
    let facts = page.facts
    if let wall = page.wall(originalURL: page.url) {
      error(localized("the page is a wall (\(wall.rawValue)), so there is nothing to preview"))
    }
    if length > PageCheck.pageLimit {
      error(
        localized(
          "the page is \(LinkedFile.sizeText(bytes: length)); only the first 1 MB is sure to be read"
        ))
    }
    if facts.meta("refresh").flatMap({ MetaRefresh($0) })?.address != nil {
      error(localized("meta refresh is not followed by previews; redirect on the server instead"))
    }
    if facts.isDeclaredLate {
      warning(
        localized("tags stand in the body, where previews may not look; move them to the head"))
    }
    let isCanonical = facts.links.contains { $0.relations.contains(.canonical) }
    if !isCanonical, facts.meta("og:url") == nil {
      warning(
        localized(
          "neither a canonical link nor og:url, so copies of the link look like other pages"))
    }
    if page.language == nil { warning(localized("no language is stated; add lang to <html>")) }
  }

  mutating func addTitles(_ page: Page) {
    let written = page.facts.meta("og:title").flatMap { PlainText.folded($0) }
    let site = page.facts.meta("og:site_name").flatMap { PlainText.folded($0) }
    if let written {
      var metadata = LinkMetadata(originalURL: page.url)
      metadata.title = written
      metadata.siteName = site
      if metadata.displayTitle != written {
        error(localized("og:title repeats the site's name; that belongs in og:site_name"))
      } else if let site, SiteName.key(site) == SiteName.key(written), page.url.path().count > 1 {
        error(localized("og:title is only the site's name"))
      }
      if written.count > 100 {
        warning(localized("og:title has \(written.count, "character") and will be cut"))
      }
    } else if page.title == nil {
      error(localized("og:title and <title> are missing, so the preview shows the address"))
    } else {
      warning(localized("og:title is missing; <title> stands in"))
    }
    if site == nil { warning(localized("og:site_name is missing; the host stands in")) }
    if page.facts.meta("og:description", "twitter:description") == nil {
      warning(localized("og:description is missing"))
    } else if page.facts.meta("twitter:card") == nil {
      warning(
        localized("twitter:card is missing; without it some previews leave og:description out"))
    }
  }

  mutating func addImage(_ page: Page, _ media: [CheckedMedia]) {
    let stated = StructuredMedia.all("og:image", in: page.facts.metas)
    guard let first = stated.first, let address = first.secureAddress ?? first.address else {
      return error(localized("og:image is missing, so the preview has no picture"))
    }
    let excerpt = PlainText.folded(address, limit: 80) ?? ""
    guard let url = page.absolute(address) else {
      return error(localized("og:image isn't an http or https address: \(excerpt)"))
    }
    guard page.url.mayName(url) else {
      let host = url.displayHost
      return error(localized("og:image is on \(host), which only its own network can reach"))
    }
    guard page.picture(at: address) != nil else {
      return error(localized("og:image can't be a picture: \(excerpt)"))
    }
    if URL(webAddress: address) == nil {
      warning(localized("og:image is a relative address, which some previews don't resolve"))
    }
    let fetched = media.first { $0.part == .image }
    if let failure = fetched?.failure {
      error(localized("og:image can't be fetched: \(failure)"))
    }
    let goodWidth = PageCheck.goodImageWidth
    switch fetched?.width ?? first.width {
    case let width? where width < Page.smallestImage:
      error(
        localized(
          "og:image is \(width) pixels wide; below \(Page.smallestImage) it is ignored or shown as an icon"
        ))
    case let width? where width < goodWidth:
      warning(localized("og:image is \(width) pixels wide; \(goodWidth) or more look best"))
    default: break
    }
    if first.alternativeText == nil {
      warning(localized("og:image:alt is missing, for those who can't see the picture"))
    }
  }

  mutating func addIcon(_ page: Page, _ media: [CheckedMedia]) {
    let isNamed = page.facts.links.contains { link in
      !link.relations.isDisjoint(with: [.icon, .homeScreenIcon])
    }
    let fetched = media.first { $0.part == .icon }
    if let failure = fetched?.failure {
      return error(localized("no icon to fall back on: \(failure)"))
    }
    guard isNamed, let best = page.icons.first else {
      return warning(localized("no icon is named, so only /favicon.ico is tried"))
    }
    let goodWidth = PageCheck.goodIconWidth
    guard let width = fetched?.width ?? best.width else { return }
    if width < goodWidth {
      warning(
        localized("the largest icon is \(width) pixels wide; \(goodWidth) or more look best"))
    }
    if let height = fetched?.height ?? best.height, width != height {
      warning(localized("the icon is \(width) × \(height), not square"))
    }
  }

  mutating func addVideo(_ page: Page, _ media: [CheckedMedia]) {
    let names: [StaticString] = ["og:video", "twitter:player"]
    guard let name = names.first(where: page.facts.metas.hasKeys(beginningWith:)) else { return }
    if page.video == nil {
      warning(localized("\(name) is a player, not a file, so it does not play in the preview"))
    } else if let failure = media.first(where: { $0.part == .video })?.failure {
      error(localized("the video can't be fetched: \(failure)"))
    }
  }
}

extension PageFacts {
  /// Whether all Open Graph tags are in the body and none in the head.
  fileprivate var isDeclaredLate: Bool {
    let openGraph = metas.beginning(with: "og:")
    return !openGraph.isEmpty && openGraph.allSatisfy(\.isInBody)
  }
}

/// An image, icon or video of a page, with the result of fetching it.
package struct CheckedMedia: Sendable {
  package enum Part: String, Sendable { case image, icon, video }

  let part: Part
  package let url: URL
  /// The size in bytes, or nil if the fetch failed or the server doesn't state it.
  package var length: Int?
  var width: Int?
  var height: Int?
  /// The reason why the fetch failed, as text for people.
  var failure: String?

  package init(
    part: Part, url: URL, length: Int? = nil, width: Int? = nil, height: Int? = nil,
    failure: String? = nil
  ) {
    self.part = part
    self.url = url
    self.length = length
    self.width = width
    self.height = height
    self.failure = failure
  }
}
