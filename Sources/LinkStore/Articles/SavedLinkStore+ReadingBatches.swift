public import Foundation
public import Links

extension SavedLinkStore {
  /// The result of a change of which pages are read.
  public struct ReadingOutcome: Hashable, Sendable {
    /// Undoes what was changed; nil if nothing was.
    public var inverse: ReadingChange?
    /// What wasn't changed because the task was cancelled or something failed.
    public var rest: ReadingChange?
    /// Why there's a rest; ``StoreError/stopped`` after a cancellation.
    public var error: StoreError?
  }

  /// Changes any number of pages, ``SavedChange/batchSize`` of them at a time, so that other programs
  /// can write in between. Cancelling the task stops after the current batch.
  /// - Parameters:
  ///   - date: the current time.
  ///   - progress: called after each batch with the number of pages that are done.
  public func applyInBatches(
    _ change: ReadingChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> ReadingOutcome {
    let keys = Array(change.states.keys)
    var outcome = ReadingOutcome()
    var inverses: [ReadingChange] = []
    for start in stride(from: 0, to: keys.count, by: SavedChange.batchSize) {
      let end = min(start + SavedChange.batchSize, keys.count)
      do throws(StoreError) {
        if Task.isCancelled { throw .stopped }
        let batch = ReadingChange(Self.states(change, of: keys[start..<end]))
        inverses.append(try await apply(batch, at: date))
      } catch {
        outcome.rest = ReadingChange(Self.states(change, of: keys[start...]))
        outcome.error = error
        break
      }
      progress(end)
      // A waiting writer retries every five milliseconds.
      if end < keys.count { try? await Task.sleep(for: .milliseconds(10)) }
    }
    outcome.inverse = ReadingChange.joined(inverses)
    return outcome
  }

  private static func states(
    _ change: ReadingChange, of keys: ArraySlice<String>
  ) -> [String: ReadingState] {
    keys.reduce(into: [:]) { $0[$1] = change.states[$1] }
  }
}
