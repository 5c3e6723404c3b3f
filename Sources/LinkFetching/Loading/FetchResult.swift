public import LinkPreview

/// The result of a fetch that may find the page unchanged; see
/// ``LinkMetadataProvider/fetch(_:since:)``.
public enum FetchResult: Hashable, Sendable {
  /// The page was read. The validators are for the next fetch. They're nil if the server sent none,
  /// or if the metadata is incomplete because the page was cut off or a subresource failed.
  case metadata(LinkMetadata, PageValidators?)
  /// The page is still the version that the validators belong to (HTTP 304).
  case notModified

  /// Returns the metadata of a fetch without validators. Throws HTTP status 304 if the page isn't
  /// modified.
  func metadata() throws(LinkMetadataError) -> LinkMetadata {
    switch self {
    case .metadata(let metadata, _): return metadata
    case .notModified: throw .failed(.httpStatus(304))
    }
  }
}
