public import Foundation
import GRDB
public import Links

extension SavedLinkStore {
  /// Returns this store for a change of several steps: whatever it changes is recorded as one entry
  /// of the log, in the transactions that make it. Without this, each call is an entry.
  ///
  ///     let store = store.recording(.removed, from: .shell, at: .now)
  ///     try await store.apply(.trash(ids, at: .now), at: .now)
  ///     try await store.undo(at: .now)
  /// - Parameters:
  ///   - kind: what is done to the links.
  ///   - origin: where it's done.
  ///   - date: the current time.
  public func recording(
    _ kind: ChangeKind, from origin: LinkChange.Origin = .program, at date: Date
  ) -> SavedLinkStore {
    var store = self
    store.recorder = ChangeRecorder(kind, from: origin, at: date, columns: columns)
    return store
  }

  /// The entry of what this store has changed, if it was made by
  /// ``recording(_:from:at:)`` and has changed anything.
  public var recordedChange: LinkChange.ID? { recorder?.recordedID }

  /// Writes in one transaction, and records what it changes. See
  /// ``StoreFile/write(refersToRows:waits:_:)``.
  /// - Parameter kind: what the entry is called, unless the store records a larger change.
  func write<Value: Sendable>(
    _ kind: ChangeKind, at date: Date, refersToRows: Bool = false,
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let recorder = recorder ?? ChangeRecorder(kind, from: .program, at: date, columns: columns)
    return try await file.write(recording: recorder, refersToRows: refersToRows, body)
  }
}

extension StoreFile {
  /// Writes in one transaction, and records what it changes.
  func write<Value: Sendable>(
    recording recorder: ChangeRecorder, refersToRows: Bool = false,
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let (value, change) = try await write(refersToRows: refersToRows) { db in
      try recorder.record(in: db) { try body(db) }
    }
    recorder.didCommit(change)
    return value
  }
}
