public import Foundation
public import Markup

/// A change of which pages are read, and the way back from it.
///
///     let change = ReadingChange(isRead: true, [link.address], at: .now)
///     let outcome = await store.applyInBatches(change, at: .now)
///     print("Marked \(outcome.inverse?.count ?? 0) pages as read")
public struct ReadingChange: Hashable, Sendable {
  /// What each page is to be, by the key of its address. A place is only taken where the page has
  /// none, or leaves the end because it becomes unread.
  private(set) var states: [String: ReadingState]

  init(_ states: [String: ReadingState]) { self.states = states }

  /// Marks pages as read or unread.
  /// - Parameter date: when the pages were read.
  public init(isRead: Bool, _ addresses: [WebAddress], at date: Date) {
    let state = ReadingState(readAt: isRead ? date : nil)
    states = addresses.reduce(into: [:]) { $0[LinkKey.key(of: $1)] = state }
  }

  /// The number of pages.
  public var count: Int { states.count }

  /// Whether pages become read. A change and its inverse don't mix both.
  public var isRead: Bool { states.first?.value.readAt != nil }

  /// What a page becomes, or nil if the change isn't about it.
  public subscript(_ address: WebAddress) -> ReadingState? { states[LinkKey.key(of: address)] }

  /// The part about the pages that another change is about.
  public func part(of other: ReadingChange) -> ReadingChange {
    ReadingChange(states.filter { other.states[$0.key] != nil })
  }

  /// Combines changes, or returns nil if there are none. The first one about a page wins.
  public static func joined(_ changes: [ReadingChange]) -> ReadingChange? {
    let states = changes.reduce(into: [:]) { $0.merge($1.states) { first, _ in first } }
    return states.isEmpty ? nil : ReadingChange(states)
  }
}

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
