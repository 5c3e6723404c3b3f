public import Foundation

extension SavedLinkStore {
  /// What became of a change that was made in pieces.
  public struct PiecewiseOutcome: Hashable, Sendable {
    /// Takes back what was changed; nil when nothing was.
    public var inverse: SavedChange?
    /// What was not changed, since the task was cancelled or something failed.
    public var rest: SavedChange?
    /// Why there is a rest; ``StoreError/stopped`` after a cancel.
    public var error: StoreError?
  }

  /// Makes a change of any number of links, ``SavedChange/pieceSize`` of them at a time; each piece is
  /// on disk before the next begins. Between pieces other programs may write. Cancelling the task stops
  /// after the present piece.
  /// - Parameters:
  ///   - change: of any number of links.
  ///   - date: the present.
  ///   - progress: is told how many links are done, after each piece.
  public func applyInPieces(
    _ change: SavedChange, at date: Date, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> PiecewiseOutcome {
    let ids = change.ids
    var outcome = PiecewiseOutcome()
    var inverses: [SavedChange] = []
    for start in stride(from: 0, to: ids.count, by: SavedChange.pieceSize) {
      let end = min(start + SavedChange.pieceSize, ids.count)
      do throws(StoreError) {
        if Task.isCancelled { throw .stopped }
        inverses.append(try await apply(change.piece(of: ids[start..<end]), at: date))
      } catch {
        outcome.rest = change.piece(of: ids[start...])
        outcome.error = error
        break
      }
      progress(end)
      // A writer that waits looks every five milliseconds.
      if end < ids.count { try? await Task.sleep(for: .milliseconds(10)) }
    }
    outcome.inverse = SavedChange.joined(inverses)
    return outcome
  }
}
