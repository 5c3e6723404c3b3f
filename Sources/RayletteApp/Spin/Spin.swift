import Markup
public import Foundation
public import LinkPreview
public import LinkStore

/// Tells one fetch from another, so that a late answer can be dropped.
public struct SpinID: Hashable, Sendable {
  let number: Int

  static let first = SpinID(number: 1)
  var next: SpinID { SpinID(number: number + 1) }
}

/// A link that came up, and how far its card is.
public struct Spin: Equatable, Sendable {
  public var id: SpinID
  public var url: URL
  /// What the wheel knows of the link.
  public var link: Wheel.Link
  public var phase: Phase
  /// Whether its page is among the saved links.
  public var isSaved = false
  /// The latest question whether it is.
  var lookUp = RequestID.none

  public enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case shown(MetadataCache.Entry)
    case failed(LinkMetadataError)
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var failure: LinkMetadataError? { if case .failed(let error) = phase { error } else { nil } }

  /// The address a person ends up at, as far as it is known.
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

  /// The metadata with the address as the wheel has it, which a URL may not be able to hold.
  private func spelled(_ metadata: LinkMetadata) -> LinkMetadata {
    guard let address = WebAddress(link.address), address.url == metadata.originalURL else {
      return metadata
    }
    var metadata = metadata
    metadata.originalAddress = address
    return metadata
  }
}
