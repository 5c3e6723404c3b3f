import Markup
import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// A change from the command line: which links, then what, then one line for each.
struct SavedChangeRun {
  let selection: SavedSelection
  var isTrash = false
  /// Whether it only tells what would be done.
  var isDryRun = false

  /// - Parameters:
  ///   - word: what was done, for the lines.
  ///   - consent: is asked for before anything is changed.
  ///   - changes: in order, of links that were chosen once, before the first.
  func run(
    _ word: String, consent: ([SavedLink]) throws -> Void = { _ in },
    _ changes: ([SavedLink.ID]) -> [SavedChange]
  ) async throws {
    let access = isDryRun ? try SavedStoreAccess() : try .forWriting()
    let (links, isComplete) = try await selection.links(in: access, isTrash: isTrash)
    if isDryRun {
      for link in links { try CommandOutput.print("would be \(word): \(link.address.text)") }
    } else if !links.isEmpty {
      try consent(links)
      let outcome = try await access.recording(word) {
        await apply(changes(links.map(\.id)), in: access)
      }
      // What was done is told, whatever became of the rest.
      for link in links where !outcome.left.contains(link.id) {
        try CommandOutput.print("\(word): \(link.address.text)")
      }
      if let failure = outcome.failure {
        throw CommandFailure(
          message: "\(outcome.left.count.linkCount) left as they were: \(failure)", exitCode: 1)
      }
    }
    if !isComplete { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func apply(
    _ changes: [SavedChange], in access: SavedStoreAccess
  ) async -> (left: Set<SavedLink.ID>, failure: StoreError?) {
    for change in changes {
      let outcome = await access.store.applyInPieces(change, at: Date())
      if let failure = outcome.error { return (Set(outcome.rest?.ids ?? []), failure) }
    }
    return ([], nil)
  }
}
