import Foundation
import LinkStore

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
    for change in changes(links.map(\.id)) {
      _ = try await access.run { store throws(StoreError) in
        if let error = await store.applyInPieces(change, at: Date()).error { throw error }
      }
    }
    for link in links { try CommandOutput.print("\(word): \(link.url.absoluteString)") }
    if !isComplete { throw CommandFailure(message: nil, exitCode: 1) }
  }
}
