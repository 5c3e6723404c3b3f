public import Foundation
public import Links

/// The result of a change that was made in batches.
public struct BatchOutcome<Change: Hashable & Sendable>: Hashable, Sendable {
  /// The change that undoes what was done; nil if nothing was changed.
  public var inverse: Change?
  /// The part of the change that wasn't made because the task was cancelled or something failed.
  public var rest: Change?
  /// The reason why a part wasn't made; ``StoreError/stopped`` after a cancellation.
  public var error: StoreError?
}

/// Changes of any number of links, ``SavedChange/batchSize`` of them at a time. Each batch is on disk
/// before the next one begins, and other programs can write in between. Cancelling the task stops
/// after the current batch.
extension SavedLinkStore {
  /// Changes links.
  /// - Parameters:
  ///   - change: a change of any number of links.
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of links that are done.
  public func applyInBatches(
    _ change: SavedChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> BatchOutcome<SavedChange> {
    await Self.applyInBatches(
      of: change.ids, change.piece(of:), joined: SavedChange.joined, progress
    ) { batch throws(StoreError) in try await apply(batch, at: date) }
  }

  /// Marks pages as read or unread.
  /// - Parameters:
  ///   - change: a change of any number of pages.
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of pages that are done.
  public func applyInBatches(
    _ change: ReadingChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> BatchOutcome<ReadingChange> {
    await Self.applyInBatches(
      of: Array(change.states.keys), change.piece(of:), joined: ReadingChange.joined, progress
    ) { batch throws(StoreError) in try await apply(batch, at: date) }
  }

  private static func applyInBatches<Key, Change>(
    of keys: [Key], _ piece: (ArraySlice<Key>) -> Change, joined: ([Change]) -> Change?,
    _ progress: @Sendable (Int) -> Void, _ apply: (Change) async throws(StoreError) -> Change
  ) async -> BatchOutcome<Change> {
    var outcome = BatchOutcome<Change>()
    var inverses: [Change] = []
    for start in stride(from: 0, to: keys.count, by: SavedChange.batchSize) {
      let end = min(start + SavedChange.batchSize, keys.count)
      do throws(StoreError) {
        if Task.isCancelled { throw .stopped }
        inverses.append(try await apply(piece(keys[start..<end])))
      } catch {
        outcome.rest = piece(keys[start...])
        outcome.error = error
        break
      }
      progress(end)
      // Gives other programs time to write, because a waiting writer retries every five
      // milliseconds.
      if end < keys.count { try? await Task.sleep(for: .milliseconds(10)) }
    }
    outcome.inverse = joined(inverses)
    return outcome
  }
}
