import Markup
import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Runs a change from the command line: finds the links, changes them, and prints one line for
/// each.
struct SavedChangeRun {
  let selection: SavedSelection
  var isTrash = false
  /// Whether to only print what would be done.
  var isDryRun = false

  /// - Parameters:
  ///   - word: What was done, for the printed lines.
  ///   - consent: Asks for confirmation before anything is changed.
  ///   - changes: Returns the changes, in order. The links are selected once, before the first
  ///     change.
  func run(
    _ word: String, consent: ([SavedLink]) throws -> Void = { _ in },
    _ changes: ([SavedLink.ID]) -> [SavedChange]
  ) async throws {
    let access = isDryRun ? try SavedStoreAccess() : try .forWriting()
    let (links, missing) = try await selection.links(in: access, isTrash: isTrash)
    if isDryRun {
      for link in links { try CommandOutput.print("would be \(word): \(link.address.text)") }
    } else if !links.isEmpty {
      try consent(links)
      let outcome = try await access.recording(word) {
        await apply(changes(links.map(\.id)), in: access)
      }
      // Prints what was done, even if the rest failed.
      for link in links where !outcome.left.contains(link.id) {
        try CommandOutput.print("\(word): \(link.address.text)")
      }
      if let failure = outcome.failure {
        throw CommandFailure(
          message: "\(outcome.left.count.linkCount) left as they were: \(failure)", exitCode: 1)
      }
    }
    if let missing { throw missing }
  }

  private func apply(
    _ changes: [SavedChange], in access: SavedStoreAccess
  ) async -> (left: Set<SavedLink.ID>, failure: StoreError?) {
    for change in changes {
      let outcome = await access.store.applyInBatches(change, at: Date())
      if let failure = outcome.error { return (Set(outcome.rest?.ids ?? []), failure) }
    }
    return ([], nil)
  }
}
