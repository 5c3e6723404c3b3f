package import Foundation
package import LinkStore
package import Links

/// A requested change of the stores.
package enum StoreChange: Hashable, Sendable {
  case links(SavedChange)
  /// Marks pages as read or unread.
  case reading(ReadingChange)
  /// Keeps a link or a host from coming up again, or allows it again.
  case never(NeverAgain)
  case allow(NeverAgain.Subject)

  /// The number of links or hosts to change.
  package var count: Int {
    switch self {
    case .links(let change): change.ids.count
    case .reading(let change): change.count
    case .never, .allow: 1
    }
  }

  /// Makes the change, or a part of it if the task is cancelled or an error occurs.
  /// - Parameters:
  ///   - kind: the change's kind in the log.
  ///   - origin: where the change is made.
  ///   - size: the number of links that are changed completely or not at all. Between two such
  ///     batches, other programs can write.
  ///   - progress: called after each batch with the number of finished links.
  /// - Returns: the changed values, and the change's entry in the log.
  package func apply(
    to saved: SavedLinkStore, _ wheels: WheelStore, as kind: ChangeKind,
    from origin: LinkChange.Origin = .program, at date: Date,
    inBatchesOf size: Int = SavedChange.batchSize, progress: @Sendable (Int) -> Void = { _ in }
  ) async -> (outcome: ChangeOutcome, entry: LinkChange.ID?) {
    let saved = saved.recording(kind, from: origin, at: date)
    let wheels = wheels.recording(kind, from: origin, at: date)
    var outcome = ChangeOutcome()
    switch self {
    case .links(let change):
      let made = await saved.applyInBatches(change, of: size, at: date, progress: progress)
      outcome.changed = made.inverse?.ids ?? []
      outcome.interruption = made.error
    case .reading(let change):
      let made = await saved.applyInBatches(change, at: date, progress: progress)
      outcome.reading = made.inverse.map { change.part(of: $0) }
      outcome.interruption = made.error
    case .never, .allow:
      do throws(StoreError) {
        outcome.isOfWheels = try await apply(to: wheels, at: date)
      } catch {
        outcome.interruption = error
      }
    }
    return (outcome, saved.recordedChange ?? wheels.recordedChange)
  }

  /// - Returns: whether anything changed.
  private func apply(to wheels: WheelStore, at date: Date) async throws(StoreError) -> Bool {
    switch self {
    case .never(let entry): try await wheels.never(entry)
    case .allow(let subject): try await wheels.allow(subject, at: date) != nil
    case .links, .reading: false
    }
  }
}
