package import Foundation
import Markup

/// A parsed page: its contents and its URL. Each metadata field is derived in its own file in
/// `Fields`.
///
/// A class, because copying all facts of a page would take longer than most fields.
package final class Page: Sendable {
  package let facts: PageFacts
  package let data: LinkedData
  package let url: URL
  /// The host in the form for people, and its label that names the site.
  let host: String
  let hostLabel: String?
  /// The site's name as the site states it, or else a readable form of its host.
  let siteName: String
  /// The kind of page.
  package let kind: LinkMetadata.Kind?
  private let address: WebAddress
  private let base: WebAddress

  init(facts: PageFacts, url: URL) {
    self.facts = facts
    self.url = url
    let address = WebAddress(url)
    self.address = address
    host = url.displayHost
    hostLabel = SiteName.label(ofHost: host)
    base =
      facts.base.flatMap { WebAddress($0, relativeTo: address) }
      .flatMap { url.mayName($0.url) ? $0 : nil } ?? address
    data = LinkedData(facts, url: url)
    kind = Self.kind(facts, data)
    siteName = SiteName.stated(in: facts, data, hostLabel: hostLabel) ?? host
  }

  /// The target of an immediate meta refresh. Nil if there's none, or if the delay is a second or
  /// more, because such a page is meant to be read.
  package var refreshTarget: URL? {
    guard let refresh = facts.meta("refresh").flatMap({ MetaRefresh($0) }), refresh.seconds < 1
    else { return nil }
    return refresh.address.flatMap(absolute)
  }

  /// Whether the page is the one at the bare address of its host.
  var isFrontPage: Bool { url.path().utf8.count < 2 }

  /// The address where browsers look for the icon if the page doesn't name one.
  var faviconURL: URL? { URL(webAddress: "/favicon.ico", relativeTo: address) }

  /// Resolves `address` against the page's base URL. Returns nil if the result isn't a web address.
  package func absolute(_ address: String) -> URL? { URL(webAddress: address, relativeTo: base) }

  /// Resolves an address that the page states about itself. Returns nil if it can't be meant: one
  /// that a template left unfilled, or one on a private host if the page is public.
  func stated(_ address: String) -> URL? {
    guard !Placeholder.stands(inAddress: address), let found = absolute(address),
      url.mayName(found)
    else { return nil }
    return found
  }

  /// Resolves the address of a picture. Returns nil if there can't be a picture, such as at the
  /// page's own address.
  func picture(at address: String) -> URL? {
    let words = address.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    // Few addresses are that short.
    if words.count == 1, words[0].utf8.count < 6, Self.noPictures.contains(words[0].lowercased()) {
      return nil
    }
    return stated(address).flatMap { $0.mayBePicture(of: url) ? $0 : nil }
  }

  /// What pages state instead of the address of a picture, for none.
  private static let noPictures: Set = ["-", "0", "false", "n/a", "nil", "none", "true"]
}

extension URL {
  /// Whether a page at this address may lead its readers to another address. The author's own
  /// machine, which many public pages name by mistake, isn't for them.
  func mayName(_ other: URL) -> Bool { !other.hasPrivateHost || hasPrivateHost }

  /// Whether there may be a picture at this address, which the page at another one names.
  func mayBePicture(of page: URL) -> Bool {
    let path = path()
    let isPage = host() == page.host() && path == page.path() && query ?? "" == page.query ?? ""
    guard page.mayName(self), !isPage else { return false }
    // A folder or front page, unless a query asks for something in it.
    guard !path.isEmpty, !path.hasSuffix("/") else { return query?.isEmpty == false }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? ""
    let ending = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let stem = ending.map { String(name[..<$0]) } ?? name
    if Placeholder.isValue(stem) || Placeholder.isValue(host() ?? "") { return false }
    return ending.map { !Self.otherEndings.contains(name[$0...].dropFirst().lowercased()) } ?? true
  }

  /// The endings of files that are never pictures. Programs, such as those in PHP, may send any file.
  private static let otherEndings: Set = [
    "css", "htm", "html", "js", "json", "m4v", "mov", "mp3", "mp4", "pdf", "txt", "webm", "xhtml",
    "xml", "zip",
  ]
}

extension LinkMetadata {
  /// - Parameter originalURL: the address before redirects.
  package init(page: Page, originalURL: URL) {
    self.init(originalURL: originalURL, url: page.url)
    for field in MetadataField.all { field.read(page, &self) }
    // The title and summary of a wall don't describe the page behind it.
    if page.wall(originalURL: originalURL) != nil { (title, summary) = (nil, nil) }
    (canonicalURL, syndicationSource) = page.addresses
    let videos = page.videos
    video = page.video(among: videos)
    remoteVideo = page.remoteVideo(among: videos)
    self = sanitized()
  }
}

extension Sequence {
  /// The first result that isn't nil. A lazy sequence would compute that result twice: to find it,
  /// and to return it.
  func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}
