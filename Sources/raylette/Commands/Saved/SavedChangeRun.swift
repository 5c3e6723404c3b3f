import Localization
import Markup
import Foundation
import LinkPreview
import Links
import RayletteApp
import LinkStore

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
  ///   - changes: returns the changes of links, in order. The links are selected once, before the
  ///     first change.
  func run(
    _ deed: Deed, consent: ([LinkOutline]) throws -> Void = { _ in },
    _ changes: ([SavedLink.ID]) -> [SavedChange]
  ) async throws {
    let access = isDryRun ? try SavedStoreAccess(isDryRun: true) : try .forWriting()
    let (ids, missing) = try await selection.links(in: access, isTrash: isTrash)
    let links = try await access.run { store throws(StoreError) in try await store.outlines(ids) }
    if isDryRun {
      for link in links { try CommandOutput.print(deed.plan(for: link.address)) }
    } else if !links.isEmpty {
      try consent(links)
      let outcome = await apply(changes, to: links.map(\.id), in: access.recording(deed.kind))
      // Prints the finished changes, even if a later one failed.
      for link in links.prefix(outcome.count) {
        try CommandOutput.print(deed.line(of: link.address))
      }
      if let failure = outcome.failure {
        throw CommandFailure(
          message: localized(
            "\(links.count - outcome.count, "link") left as they were: \(failure)"),
          exitCode: 1)
      }
    }
    if let missing { throw missing }
  }

  /// Changes all links or none, in batches above ``SavedChange/transactionSize``.
  /// - Returns: the number of changed links, counted from the first, and the error that stopped the
  ///   change.
  private func apply(
    _ changes: ([SavedLink.ID]) -> [SavedChange], to ids: [SavedLink.ID],
    in access: SavedStoreAccess
  ) async -> (count: Int, failure: StoreError?) {
    for start in stride(from: 0, to: ids.count, by: SavedChange.transactionSize) {
      let end = min(start + SavedChange.transactionSize, ids.count)
      do throws(StoreError) {
        try await access.store.apply(changes(Array(ids[start..<end])), at: Date())
      } catch {
        return (start, error)
      }
      if end < ids.count { await SavedStoreAccess.letOthersWrite() }
    }
    return (ids.count, nil)
  }
}
