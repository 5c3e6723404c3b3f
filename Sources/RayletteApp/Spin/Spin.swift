package import Foundation
package import LinkPreview
package import Links
import Markup

/// A link that came up, and the state of its card.
package struct Spin: Equatable, Sendable {
  /// The request that fetches its page.
  package let id: RequestID
  package let url: URL
  /// The wheel's facts about the link.
  package let link: Wheel.Link
  /// The wheel it came from, or nil if the user chose it.
  var origin: SpinSession.Origin?
  package var phase: Phase
  /// The saved link of its page, or nil if it isn't saved.
  package var saved: SavedLink?
  /// The request that checks whether it's saved.
  var lookUp = LatestRequest<[URL]>()
  /// The request that saves it.
  var save = LatestRequest<LinkMetadata>()
  /// The page as it was shown before it's loaded again.
  var previous: CachedMetadata?
  /// The first paragraphs of the page. Nil unless it was read on for them.
  var beginning: [String]?
  /// The user's command that waits until the link is saved.
  var afterSave: AfterSave?

  package enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case loaded(CachedMetadata)
    /// - Parameter since: When it failed, if that was remembered from an earlier fetch.
    case failed(LinkMetadataError, since: Date? = nil)
    /// The user cancelled or skipped it while it loaded.
    case cancelled
  }

  enum AfterSave: Equatable, Sendable {
    case tag(TagChange)
    case note(String)
  }

  package var isSaved: Bool { saved != nil }

  /// The name of the wheel it came from.
  package var wheelName: String? { origin?.name }

  /// Shows the page as it was before it was loaded again, or else cancels the card.
  mutating func stopLoading() {
    phase = previous.map { .loaded($0) } ?? .cancelled
    previous = nil
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var failure: LinkMetadataError? { if case .failed(let error, _) = phase { error } else { nil } }

  /// The page's title, or else what the saved link or the wheel says it is. Nil if nothing is known.
  var knownTitle: String? {
    if case .loaded(let entry) = phase { return entry.metadata.displayTitle }
    return titleWithoutPage
  }

  /// The title of the saved link, or else of the wheel.
  var titleWithoutPage: String? { saved?.metadata.title ?? link.title }

  /// The final URL if it's known, or else the link's address.
  var address: String {
    if case .loaded(let entry) = phase { return spelled(entry.metadata).address.text }
    return spelled(LinkMetadata(originalURL: url)).address.text
  }

  /// The metadata to save: the card's metadata, or after a failure only the link.
  var saveableMetadata: LinkMetadata? {
    switch phase {
    case .loading: nil
    case .loaded(let entry): spelled(entry.metadata)
    case .failed, .cancelled: spelled(LinkMetadata(originalURL: url))
    }
  }

  /// Returns the metadata with the address as the wheel spells it, because a URL can't hold every
  /// spelling.
  private func spelled(_ metadata: LinkMetadata) -> LinkMetadata {
    guard let address = WebAddress(link.address), address.url == metadata.originalURL else {
      return metadata
    }
    var metadata = metadata
    metadata.originalAddress = address
    return metadata
  }
}

extension Spin {
  /// Creates the card of a link that was picked. Nil if it has no valid address.
  init?(id: RequestID, _ draw: SpinDraw, in session: inout SpinSession) {
    guard let url = URL(webAddress: draw.drawn.link.address) else { return nil }
    self.init(
      id: id, url: url, link: draw.drawn.link, origin: session.take(draw.drawn),
      phase: draw.page.map { Phase($0, failedAt: draw.failedAt) } ?? .loading(elapsed: .zero),
      saved: draw.saved)
  }
}

extension Spin.Phase {
  /// - Parameter failedAt: When it failed, if that was remembered from an earlier fetch.
  init(_ result: Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil) {
    switch result {
    case .success(let entry): self = .loaded(entry)
    case .failure(let error): self = .failed(error, since: failedAt)
    }
  }
}

extension AppState {
  /// Opens the card's link in the browser. If it's saved, marks it as read.
  mutating func openCard() {
    guard let card = spin.card else { return }
    run(.system(.open(card.url)))
    guard let link = card.saved else { return }
    run(.write(.markOpened(link.id)))
    if link.reading?.readAt == nil { update(\.saved) { $0.markOpened([link.id], in: &$1) } }
  }
}
