import Foundation

extension LinkMetadata {
  /// Chooses among what a page says: Open Graph (https://ogp.me), then Twitter cards, then HTML.
  init(facts: PageFacts, originalURL: URL, url: URL) {
    self.init(originalURL: originalURL, url: url)
    let addresses = PageAddresses(facts: facts, url: url)
    title = (facts.meta("og:title", "twitter:title") ?? facts.title).flatMap {
      PlainText.folded($0)
    }
    summary = facts.meta("og:description", "twitter:description", "description")
      .flatMap { PlainText.withoutMarkup($0) }
    siteName = facts.meta("og:site_name", "application-name").flatMap { PlainText.folded($0) }
    kind = facts.meta("og:type").flatMap(Kind.init(openGraphType:))
    image = addresses.image
    icon = addresses.icon
    video = addresses.video
    remoteVideo = addresses.remoteVideo
  }
}

extension LinkMetadata.Kind {
  /// `video.movie` is a video and `music.song` is music: only the part before the dot counts.
  init?(openGraphType type: String) {
    let global = type.lowercased().prefix { $0 != "." && $0 != ":" }
    self.init(rawValue: global.trimmingCharacters(in: .whitespaces))
  }
}
