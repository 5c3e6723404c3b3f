public import Foundation
public import LinkPreview
public import LinkStore
import Markup

/// A link that came up, and the state of its card.
public struct Spin: Equatable, Sendable {
  /// The request that fetches its page.
  public let id: RequestID
  public let url: URL
  /// The wheel's facts about the link.
  public let link: Wheel.Link
  public var phase: Phase
  /// Whether its page is saved.
  public var isSaved = false
  /// The request that checks whether it's saved.
  var lookUp = LatestRequest<[URL]>()
  /// The request that saves it.
  var save = LatestRequest<LinkMetadata>()

  public enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case shown(MetadataCache.Entry)
    case failed(LinkMetadataError)
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var failure: LinkMetadataError? { if case .failed(let error) = phase { error } else { nil } }

  /// The final URL if it's known, or else the link's address.
  var address: String {
    if case .shown(let entry) = phase { return spelled(entry.metadata).address.text }
    return spelled(LinkMetadata(originalURL: url)).address.text
  }

  /// The metadata to save: the card's metadata, or after a failure only the link.
  var saveableMetadata: LinkMetadata? {
    switch phase {
    case .loading: nil
    case .shown(let entry): spelled(entry.metadata)
    case .failed: spelled(LinkMetadata(originalURL: url))
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
