import LinkPreview

/// The outcome of one attempt to fetch a page. A site that blocks an unknown client, or sends it no
/// metadata, may know the large crawlers, so there's a second attempt under their names.
struct Attempt: Hashable, Sendable {
  var result: Result<FetchResult, LinkMetadataError>
  /// Whether the page has no metadata.
  var isEmpty = false

  /// Whether a second attempt under another name may get more.
  var deservesAnother: Bool {
    switch result {
    case .success: isEmpty
    case .failure(.failed(.botWall)), .failure(.failed(.emptyPage)): true
    case .failure(.failed(.httpStatus(let code))): Self.wallStatuses.contains(code)
    case .failure: false
    }
  }

  /// Returns the better of two attempts: the second one only if it got further.
  func better(_ second: Attempt) -> Attempt { second.rank > rank ? second : self }

  /// The statuses that sites send to suspected bots. 999 is LinkedIn's.
  static let wallStatuses: Set = [403, 406, 429, 503, 999]

  private var rank: Int {
    guard case .success = result else { return 0 }
    return isEmpty ? 1 : 2
  }
}
