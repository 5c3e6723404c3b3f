import Foundation

/// The addresses a page names, made absolute and checked.
struct PageAddresses {
  private let facts: PageFacts
  private let url: URL
  private let base: URL

  init(facts: PageFacts, url: URL) {
    self.facts = facts
    self.url = url
    base = facts.base.flatMap { URL(webAddress: $0, relativeTo: url) } ?? url
  }

  var image: LinkMetadata.Media? {
    let named = [
      "og:image:secure_url", "og:image:url", "og:image", "twitter:image",
      "twitter:image:src", "image",
    ]
    if let found = firstAddress(ofMetas: named) {
      return LinkMetadata.Media(
        url: found, type: facts.meta("og:image:type"), width: pixels("og:image:width"),
        height: pixels("og:image:height"),
        alternativeText: facts.meta("og:image:alt", "twitter:image:alt")
          .flatMap { PlainText.folded($0) })
    }
    let linked = facts.links.lazy.filter { $0.rels.contains("image_src") }
    return linked.compactMap { absolute($0.address) }.first.map { LinkMetadata.Media(url: $0) }
  }

  /// A video file, which a player can play without the page.
  var video: LinkMetadata.Media? { videos.first { isFile($0) } }

  /// A player that needs its page.
  var remoteVideo: LinkMetadata.Media? { videos.first { !isFile($0) } }

  /// The best icon the page names, else the one browsers ask every host for.
  var icon: LinkMetadata.Media? {
    let named = facts.links.filter { !$0.rels.isDisjoint(with: Self.iconRelations) }
      .compactMap { link in absolute(link.address).map { IconCandidate(link: link, url: $0) } }
    if let best = named.max() { return best.media }
    return URL(webAddress: "/favicon.ico", relativeTo: url).map { LinkMetadata.Media(url: $0) }
  }

  private static let iconRelations: Set = [
    "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "fluid-icon",
  ]

  private var videos: [LinkMetadata.Media] {
    let named = [
      ("og:video:secure_url", "og:video:type"), ("og:video:url", "og:video:type"),
      ("og:video", "og:video:type"),
      ("twitter:player:stream", "twitter:player:stream:content_type"), ("twitter:player", ""),
    ]
    return named.compactMap { key, typeKey in
      firstAddress(ofMetas: [key]).map { address in
        LinkMetadata.Media(
          url: address, type: facts.meta(typeKey), width: pixels("og:video:width"),
          height: pixels("og:video:height"))
      }
    }
  }

  private func isFile(_ video: LinkMetadata.Media) -> Bool {
    if let type = video.type?.lowercased() { return type.hasPrefix("video/") }
    return ["mp4", "m4v", "mov", "webm", "ogv", "m3u8"].contains(
      video.url.pathExtension.lowercased())
  }

  private func firstAddress(ofMetas keys: [String]) -> URL? {
    keys.lazy.flatMap { facts.metas[$0] ?? [] }.compactMap(absolute).first
  }

  private func absolute(_ address: String) -> URL? { URL(webAddress: address, relativeTo: base) }

  private func pixels(_ key: String) -> Int? {
    facts.meta(key).flatMap { Int($0.prefix { $0.isNumber }) }
  }
}
