public import Foundation
public import Links

extension SavedLinkStore {
  /// The result of a change that was made in batches.
  public struct BatchOutcome: Hashable, Sendable {
    /// Undoes what was changed; nil if nothing was.
    public var inverse: SavedChange?
    /// What wasn't changed because the task was cancelled or something failed.
    public var rest: SavedChange?
    /// Why there's a rest; ``StoreError/stopped`` after a cancellation.
    public var error: StoreError?
  }

  /// Changes any number of links, ``SavedChange/batchSize`` of them at a time. Each batch is on
  /// disk before the next one begins, and other programs can write in between. Cancelling the task
  /// stops after the current batch.
  /// - Parameters:
  ///   - change: a change of any number of links.
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of links that are done.
  public func applyInBatches(
    _ change: SavedChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> BatchOutcome {
    let ids = change.ids
    var outcome = BatchOutcome()
    var inverses: [SavedChange] = []
    for start in stride(from: 0, to: ids.count, by: SavedChange.batchSize) {
      let end = min(start + SavedChange.batchSize, ids.count)
      do throws(StoreError) {
        if Task.isCancelled { throw .stopped }
        inverses.append(try await apply(change.piece(of: ids[start..<end]), at: date))
      } catch {
        outcome.rest = change.piece(of: ids[start...])
        outcome.error = error
        break
      }
      progress(end)
      // Gives other programs time to write, because a waiting writer retries every five
      // milliseconds.
      if end < ids.count { try? await Task.sleep(for: .milliseconds(10)) }
    }
    outcome.inverse = SavedChange.joined(inverses)
    return outcome
  }
}
