public import LinkPreview
public import Links

/// A long-running task that reports its progress.
public struct BackgroundJob: Equatable, Sendable {
  public enum Kind: Hashable, Sendable { case refresh, check, change }
  public var kind: Kind
  public var done = 0
  public var total: Int

  /// The progress line on screen.
  var progressText: String {
    let verb =
      switch kind {
      case .refresh: "Refreshing"
      case .check: "Checking"
      case .change: "Changing"
      }
    return "\(verb) \(done) of \(total). Press esc to stop."
  }
}

/// How a job ended.
public enum JobResult: Equatable, Sendable {
  /// The new metadata of the pages, the number of pages that couldn't be fetched, and why those
  /// that were tried couldn't.
  case refreshed(
    [SavedLink.ID: LinkMetadata], failed: Int, failures: [SavedLink.ID: LinkMetadataError] = [:])
  case checked(CheckCounts)
  case changed
}

/// The number of links that a check found in each state. The states themselves are in the store.
public struct CheckCounts: Hashable, Sendable {
  public var total: Int
  public var checked = 0
  public var gone = 0
  public var moved = 0
  public var unreachable = 0

  public init(total: Int) { self.total = total }

  public mutating func add(_ outcome: LinkCheck.Outcome) {
    checked += 1
    switch outcome {
    case .ok: break
    case .moved: moved += 1
    case .gone: gone += 1
    case .unreachable: unreachable += 1
    }
  }

  /// `Checked 12 links: 1 gone, 2 moved, 0 unreachable`.
  var message: String {
    "Checked \(checked == total ? "" : "\(checked) of ")\(total.linkCount): "
      + "\(gone) gone, \(moved) moved, \(unreachable) unreachable"
  }
}
