/// What a fetch brought that may find nothing new; see
/// ``LinkMetadataProvider/fetch(_:since:)``.
public enum FetchResult: Hashable, Sendable {
  /// The page was read. The validators are for the next fetch; nil when the server sent none, and
  /// when not all was had that the metadata is made of: the page broke off, or something it names
  /// did not come.
  case metadata(LinkMetadata, PageValidators?)
  /// The server says that the page is the one that the validators came with (HTTP 304).
  case notModified

  /// The metadata, of a fetch that had no validators. Throws the status of a page that is not
  /// modified.
  func metadata() throws(LinkMetadataError) -> LinkMetadata {
    switch self {
    case .metadata(let metadata, _): return metadata
    case .notModified: throw .failed(.httpStatus(304))
    }
  }
}
