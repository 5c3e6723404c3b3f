public import Foundation
public import LinkPreview
public import LinkStore
import Markup

/// A link that came up, and how far its card is.
public struct Spin: Equatable, Sendable {
  /// The request that fetches its page.
  public let id: RequestID
  public let url: URL
  /// What the wheel knows about the link.
  public let link: Wheel.Link
  public var phase: Phase
  /// Whether its page is saved.
  public var isSaved = false
  /// Asks the store whether it is.
  var lookUp = LatestRequest<[URL]>()
  /// Saves it.
  var save = LatestRequest<LinkMetadata>()

  public enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case shown(MetadataCache.Entry)
    case failed(LinkMetadataError)
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var failure: LinkMetadataError? { if case .failed(let error) = phase { error } else { nil } }

  /// The final address, as far as it's known.
  var address: String {
    if case .shown(let entry) = phase { return spelled(entry.metadata).address.text }
    return spelled(LinkMetadata(originalURL: url)).address.text
  }

  /// What would be saved: the card's metadata, or the bare link after a failure.
  var saveableMetadata: LinkMetadata? {
    switch phase {
    case .loading: nil
    case .shown(let entry): spelled(entry.metadata)
    case .failed: spelled(LinkMetadata(originalURL: url))
    }
  }

  /// The metadata with the address as the wheel has it, because a URL can't hold every spelling.
  private func spelled(_ metadata: LinkMetadata) -> LinkMetadata {
    guard let address = WebAddress(link.address), address.url == metadata.originalURL else {
      return metadata
    }
    var metadata = metadata
    metadata.originalAddress = address
    return metadata
  }
}
