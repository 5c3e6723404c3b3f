package import Foundation
package import Links
package import LinkStore
package import Markup

extension SavedLinkStore {
  /// Saves pages without fetching them, all or none; more than ``SavedChange/transactionSize`` in
  /// batches, between which other programs can write. See ``add(_:tags:note:at:)``.
  /// - Parameter now: returns the current time.
  /// - Returns: the result for each address whose batch is saved, in the same order, and the error
  ///   that stopped the others.
  package func addInBatches(
    _ addresses: [WebAddress], tags: [String] = [], note: String? = nil, at now: () -> Date
  ) async -> (additions: [Addition], error: StoreError?) {
    var additions: [Addition] = []
    let (_, error) = await Self.inBatches(of: SavedChange.transactionSize, addresses) {
      batch throws(StoreError) in
      additions += try await add(Array(batch), tags: tags, note: note, at: now())
    }
    return (additions, error)
  }
}
