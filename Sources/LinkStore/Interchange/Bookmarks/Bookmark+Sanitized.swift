import Foundation
import LinkPreview

extension Bookmark {
  /// The same bookmark fit to show and to write: files come from anywhere, so every text is plain
  /// and bounded, and no date is beyond what calendars can hold.
  ///
  /// Readers give out nothing else, and writers write nothing else, which is why what was written
  /// reads back the same.
  var sanitized: Bookmark {
    var bookmark = self
    bookmark.sanitize()
    return bookmark
  }

  /// As ``sanitized``, in place.
  mutating func sanitize() {
    if let text = title { title = PlainText.folded(text) }
    if let text = title, isAddress(text) { title = nil }
    if let text = summary { summary = PlainText.folded(text, limit: 5_000) }
    if let text = note { note = PlainText.foldedLines(text, limit: 20_000) }
    if !tags.isEmpty { tags = Self.sanitized(tags: tags) }
    savedAt = savedAt.flatMap(BookmarkDate.sanitized)
    openedAt = openedAt.flatMap(BookmarkDate.sanitized)
    if let known = metadata { metadata = known.sanitized(for: address) }
  }

  /// Whether a title only repeats the address, in whichever spelling.
  private func isAddress(_ title: String) -> Bool {
    title == address.text
      || (title.prefix(4).lowercased() == "http" && WebAddress(title) == address)
  }

  static let tagLimit = 100

  private static func sanitized(tags: [String]) -> [String] {
    var kept: [String] = []
    kept.reserveCapacity(min(tags.count, tagLimit))
    for tag in tags.prefix(tagLimit) {
      if let tag = PlainText.folded(tag, limit: 100), !kept.contains(tag) { kept.append(tag) }
    }
    return kept
  }
}

extension LinkMetadata {
  /// Metadata from a file is to be as harmless as what was fetched, and of the link it stands at.
  fileprivate func sanitized(for address: WebAddress) -> LinkMetadata {
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
