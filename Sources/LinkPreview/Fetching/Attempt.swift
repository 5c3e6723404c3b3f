/// How one try for a page ended. A site that walls off a stranger, or tells it nothing, may know
/// the large crawlers, so it is asked once more under their names.
enum Attempt: Hashable, Sendable {
  case page(LinkMetadata, PageValidators? = nil)
  /// A page without metadata.
  case emptyPage(LinkMetadata, PageValidators? = nil)
  /// The page that is known already.
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

  /// Whether another name may get more.
  var deservesAnother: Bool {
    switch self {
    case .page, .notModified: false
    case .emptyPage, .failure(.failed(.botWall)), .failure(.failed(.emptyPage)): true
    case .failure(.failed(.httpStatus(let code))): Self.wallStatuses.contains(code)
    case .failure: false
    }
  }

  /// The one of both to keep: the second only if it got further.
  func better(_ second: Attempt) -> Attempt { second.rank > rank ? second : self }

  /// The statuses with which sites turn away what they take for a bot; 999 is LinkedIn's.
  static let wallStatuses: Set = [403, 406, 429, 503, 999]

  private var rank: Int {
    switch self {
    case .failure: 0
    case .emptyPage: 1
    case .page, .notModified: 2
    }
  }
}
