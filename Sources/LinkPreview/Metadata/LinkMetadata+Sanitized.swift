package import Markup

extension LinkMetadata {
  /// Makes metadata from a file as safe as fetched metadata, and assigns it to the link it's stored
  /// with.
  package func sanitized(for address: WebAddress) -> LinkMetadata {
    var metadata = self
    metadata.originalAddress = address
    if !metadata.url.isWebAddress { metadata.url = metadata.originalURL }
    metadata.canonicalURL = canonicalURL.flatMap { $0.isWebAddress ? $0 : nil }
    metadata.title = title.flatMap { PlainText.folded($0) }
    metadata.summary = summary.flatMap { PlainText.folded($0, limit: 5_000) }
    metadata.siteName = siteName.flatMap { PlainText.folded($0) }
    metadata.author = author.flatMap { PlainText.folded($0) }
    metadata.language = language.flatMap { PlainText.folded($0, limit: 35) }
    metadata.feeds = feeds.filter(\.isWebAddress)
    metadata.icons = icons.compactMap(\.sanitized)
    metadata.image = image?.sanitized
    metadata.video = video?.sanitized
    metadata.remoteVideo = remoteVideo?.sanitized
    return metadata
  }
}

extension LinkMetadata.Media {
  fileprivate var sanitized: Self? {
    guard url.isWebAddress else { return nil }
    var media = self
    media.type = type.flatMap { PlainText.folded($0, limit: 100) }
    media.alternativeText = alternativeText.flatMap { PlainText.folded($0) }
    return media
  }
}
