import LinkPreview

/// What came of an address.
enum Preview: Sendable {
  case metadata(LinkMetadata)
  /// A page that is at hand and is a bot wall: what it tells all the same.
  case wall(LinkMetadata, LinkMetadataError)
  case findings([PageCheck.Finding])
  case failure(LinkMetadataError)

  /// Whether the exit code is to tell of it.
  var isFailure: Bool {
    switch self {
    case .metadata: false
    case .findings(let findings): findings.contains { $0.severity == .error }
    case .failure, .wall: true
    }
  }
}
