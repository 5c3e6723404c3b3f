import LinkPreview

/// The outcome of one attempt to fetch a page. A site that blocks an unknown client, or sends it no
/// metadata, may know the large crawlers, so there's a second attempt under their names.
enum Attempt: Hashable, Sendable {
  case page(LinkMetadata, PageValidators? = nil)
  /// A page without metadata.
  case emptyPage(LinkMetadata, PageValidators? = nil)
  /// The page hasn't changed.
  case notModified
  case failure(LinkMetadataError)

  var result: Result<FetchResult, LinkMetadataError> {
    switch self {
    case .page(let metadata, let validators), .emptyPage(let metadata, let validators):
      .success(.metadata(metadata, validators))
    case .notModified: .success(.notModified)
    case .failure(let error): .failure(error)
    }
  }

  /// Whether a second attempt under another name may get more.
  var deservesAnother: Bool {
    switch self {
    case .page, .notModified: false
    case .emptyPage, .failure(.failed(.botWall)), .failure(.failed(.emptyPage)): true
    case .failure(.failed(.httpStatus(let code))): Self.wallStatuses.contains(code)
    case .failure: false
    }
  }

  /// Returns the better of two attempts: the second one only if it got further.
  func better(_ second: Attempt) -> Attempt { second.rank > rank ? second : self }

  /// The statuses that sites send to suspected bots. 999 is LinkedIn's.
  static let wallStatuses: Set = [403, 406, 429, 503, 999]

  private var rank: Int {
    switch self {
    case .failure: 0
    case .emptyPage: 1
    case .page, .notModified: 2
    }
  }
}
