import Foundation
import LinkStore

/// The store of the person who runs the command, with its errors as ends of the command.
struct SavedStoreAccess {
  let store: SavedLinkStore

  init() throws(CommandFailure) {
    let location = StoreLocation(
      environment: ProcessInfo.processInfo.environment, folder: "raylette")
    store = try Self.failing { () throws(StoreError) in try SavedLinkStore(location: location) }
  }

  /// As above, for commands that write.
  static func forWriting() throws(CommandFailure) -> SavedStoreAccess {
    let access = try SavedStoreAccess()
    if let obstacle = access.store.writeObstacle {
      throw CommandFailure(message: "\(obstacle)", exitCode: 1)
    }
    return access
  }

  func run<Value: Sendable>(
    _ body: (SavedLinkStore) async throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    do {
      return try await body(store)
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }

  /// Runs a body whose changes can be taken back, as one.
  /// - Parameter word: what it does to links, as `removed`.
  func recording<Value>(
    _ word: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await run { store throws(StoreError) in try await store.startRecording(word, at: Date()) }
    do {
      let value = try await body()
      try await run { store throws(StoreError) in try await store.finishRecording() }
      return value
    } catch {
      // What was done before stays, and can be taken back.
      try? await store.finishRecording()
      throw error
    }
  }

  private static func failing<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 1)
    }
  }

  /// Links in the order of a query, a few at a time, so that memory does not grow with the store.
  func forEach(
    _ query: SavedQuery, limit: Int? = nil, _ body: (SavedLink) throws -> Void
  ) async throws -> Int {
    let ids = try await run { store throws(StoreError) in try await store.list(query) }.ids
    let wanted = ids.prefix(limit ?? ids.count)
    try await forEach(wanted, body)
    return wanted.count
  }

  /// Those of the links that are still there, in this order.
  func forEach(
    _ ids: some Collection<SavedLink.ID>, _ body: (SavedLink) throws -> Void
  ) async throws {
    var rest = Array(ids)[...]
    while !rest.isEmpty {
      let page = rest.prefix(1_000)
      let links = try await run { store throws(StoreError) in try await store.links(page) }
      let byID = Dictionary(uniqueKeysWithValues: links.map { ($0.id, $0) })
      for id in page { if let link = byID[id] { try body(link) } }
      rest = rest.dropFirst(1_000)
    }
  }
}
