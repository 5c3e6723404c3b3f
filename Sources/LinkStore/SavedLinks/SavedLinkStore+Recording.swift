public import Foundation
import GRDB
import Links

extension SavedLinkStore {
  /// Returns this store for a command: whatever it changes of links is recorded as one change, in
  /// the transactions that make it, for ``undoShellChange(at:isDryRun:)``.
  ///
  ///     let store = store.recording("removed", at: .now)
  ///     try await store.apply(.trash(ids, at: .now), at: .now)
  /// - Parameters:
  ///   - word: what the command does to the links, such as `removed`.
  ///   - date: the current time.
  public func recording(_ word: String, at date: Date) -> SavedLinkStore {
    var store = self
    store.recorder = ShellChangeRecorder(word: word, madeAt: date, columns: columns)
    return store
  }

  /// Writes in one transaction, and records what it changes of links if this store does. See
  /// ``StoreFile/write(refersToRows:waits:_:)``.
  func write<Value: Sendable>(
    refersToRows: Bool = false, _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let (value, change) = try await file.write(refersToRows: refersToRows) {
      [recorder] db -> (Value, Int64?) in
      guard let recorder else { return (try body(db), nil) }
      return try recorder.record(in: db) { try body(db) }
    }
    recorder?.didCommit(change)
    return value
  }
}
