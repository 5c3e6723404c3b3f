import Foundation
import LinkStore
import RayletteApp

/// A change from the command line: which links, then what, then one line for each.
struct SavedChangeRun {
  let selection: SavedSelection
  var isTrash = false

  /// - Parameters:
  ///   - word: what was done, for the lines.
  ///   - changes: in order, of links that were chosen once, before the first.
  func run(_ word: String, _ changes: ([SavedLink.ID]) -> [SavedChange]) async throws {
    let access = try SavedStoreAccess.forWriting()
    let (links, isComplete) = try await selection.links(in: access, isTrash: isTrash)
    var left: Set<SavedLink.ID> = []
    var failure: StoreError?
    for change in changes(links.map(\.id)) where failure == nil {
      let outcome = await access.store.applyInPieces(change, at: Date())
      left = Set(outcome.rest?.ids ?? [])
      failure = outcome.error
    }
    // What was done is told, whatever became of the rest.
    for link in links where !left.contains(link.id) {
      try CommandOutput.print("\(word): \(link.url.absoluteString)")
    }
    if let failure {
      throw CommandFailure(
        message: "\(left.count.linksInWords) left as they were: \(failure)", exitCode: 1)
    }
    if !isComplete { throw CommandFailure(message: nil, exitCode: 1) }
  }
}
