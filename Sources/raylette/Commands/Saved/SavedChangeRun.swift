import Favorites
import Foundation
import LinkStore
import Links
import Localization
import TaskLimits

/// Runs a change from the command line: finds the links, changes them, and prints one line for
/// each.
struct SavedChangeRun {
  let selection: SavedSelection
  var isTrash = false
  /// Whether to print the changes without making them.
  var isDryRun = false

  /// What a command does with links.
  enum Deed {
    case removed, tagged, untagged, noted, restored

    /// The change's kind in the log.
    fileprivate var kind: ChangeKind {
      switch self {
      case .removed: .removed
      case .tagged: .tagged
      case .untagged: .untagged
      case .noted: .noted
      case .restored: .restored
      }
    }

    /// The line that's printed for a link.
    fileprivate func line(of address: String) -> String {
      switch self {
      case .removed: localized("removed: \(address)")
      case .tagged: localized("tagged: \(address)")
      case .untagged: localized("untagged: \(address)")
      case .noted: localized("noted: \(address)")
      case .restored: localized("restored: \(address)")
      }
    }

    /// The line that's printed for a link with `--dry-run`.
    fileprivate func plan(for address: String) -> String {
      switch self {
      case .removed: localized("would be removed: \(address)")
      case .tagged: localized("would be tagged: \(address)")
      case .untagged: localized("would be untagged: \(address)")
      case .noted: localized("would be noted: \(address)")
      case .restored: localized("would be restored: \(address)")
      }
    }
  }

  /// - Parameters:
  ///   - consent: asks for confirmation before anything is changed.
  ///   - change: returns the change of links. The links are selected once, before it begins.
  func run(
    _ deed: Deed, consent: ([LinkOutline]) throws -> Void = { _ in },
    _ change: ([SavedLink.ID]) -> SavedChange
  ) async throws {
    let store = try SavedLinkStore.ofUser(isDryRun ? .trying : .writing)
    let (ids, missing) = try await selection.links(in: store, isTrash: isTrash)
    let links = try await store.outlines(ids)
    if isDryRun {
      for link in links { try CommandOutput.print(deed.plan(for: link.address)) }
    } else if !links.isEmpty {
      try consent(links)
      let (change, count) = (change(links.map(\.id)), Locked(0))
      let (outcome, _) = await StoreChange.links(change).apply(
        to: store, WheelStore(sharing: store), as: deed.kind, from: .shell,
        at: Date(), inBatchesOf: SavedChange.transactionSize
      ) { done in count.withLock { $0 = done } }
      // Prints the finished changes, even if a later one failed.
      let finished = Set(change.ids.prefix(count.withLock(\.self)))
      for link in links where finished.contains(link.id) {
        try CommandOutput.print(deed.line(of: link.address))
      }
      if let failure = outcome.interruption {
        throw CommandFailure(
          message: localized(
            "\(links.count - finished.count, "link") left as they were: \(failure)"),
          exitCode: 1)
      }
    }
    if let missing { throw missing }
  }
}
