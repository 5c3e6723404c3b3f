public import LinkPreview
public import LinkStore

/// Something that takes a while and tells how far it is.
public struct BackgroundJob: Equatable, Sendable {
  public enum Kind: Hashable, Sendable { case refresh, check, change }
  public let id: RequestID
  public var kind: Kind
  public var done = 0
  public var total: Int

  /// As the screen tells it.
  var words: String {
    let verb =
      switch kind {
      case .refresh: "Refreshing"
      case .check: "Checking"
      case .change: "Changing"
      }
    return "\(verb) \(done) of \(total). Press esc to stop."
  }
}

/// What came of it.
public enum WorkResult: Equatable, Sendable {
  /// What pages tell now, and how many could not be fetched.
  case refreshed([SavedLink.ID: LinkMetadata], failed: Int)
  /// In words: what was found is in the store.
  case checked(String)
  case changed
}
