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
  /// The saved link of its page, or nil if it isn't saved.
  public var saved: SavedLink?
  /// The request that checks whether it's saved.
  var lookUp = LatestRequest<[URL]>()
  /// The request that saves it.
  var save = LatestRequest<LinkMetadata>()
  /// What the user asked for that can be done once it's saved.
  var afterSave: AfterSave?

  public enum Phase: Equatable, Sendable {
    case loading(elapsed: Duration)
    case shown(MetadataCache.Entry)
    /// - Parameter since: When it failed, if that was remembered from an earlier fetch.
    case failed(LinkMetadataError, since: Date? = nil)
    /// The user cancelled or skipped it while it loaded.
    case cancelled
  }

  enum AfterSave: Equatable, Sendable {
    case tag(TagTerms)
    case editNote
  }

  public var isSaved: Bool { saved != nil }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  var failure: LinkMetadataError? { if case .failed(let error, _) = phase { error } else { nil } }

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
