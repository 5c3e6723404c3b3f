import Synchronization

/// A request under way, between the thread of ``CurlClient`` and the task that reads its response.
/// Neither waits for the other's lock longer than it takes to hand over a piece.
final class Exchange: Sendable {
  /// How many bytes of the body wait for their reader at most, before the server has to wait.
  private static let capacity = 256 << 10

  private struct State {
    var head: ResponseHead?
    /// The pieces of the body, of which those before `next` were read.
    var pieces: [[UInt8]] = []
    var next = 0
    var waitingLength = 0
    /// Whether the server waits until some of the body was read.
    var isFull = false
    var end: Result<Void, any Error>?
  }

  private let state = Mutex(State())
  private let (changes, changed) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let client: CurlClient

  init(client: CurlClient) { self.client = client }

  // MARK: - For the client

  func receive(_ head: ResponseHead) { change { $0.head = head } }

  /// Adds a piece of the body. Returns whether the transfer has to pause until
  /// ``CurlClient/resume(_:)``.
  func receive(_ piece: [UInt8]) -> Bool {
    change { state in
      state.pieces.append(piece)
      state.waitingLength += piece.count
      if state.waitingLength >= Self.capacity { state.isFull = true }
      return state.isFull
    }
  }

  /// Ends the response, unless it has ended.
  func end(_ end: Result<Void, any Error>) { change { $0.end = $0.end ?? end } }

  private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    defer { changed.yield() }
    return state.withLock { body(&$0) }
  }

  // MARK: - For the reader

  /// Waits for the head of the response.
  func head() async throws -> ResponseHead {
    try await read { state in
      if let head = state.head { return .success(head) }
      // Only a failure ends a response without a head.
      return state.end.map { end in end.flatMap { .failure(MalformedResponse()) } }
    }
  }

  /// Returns the next piece of the body, or nil at its end. What has arrived comes before a
  /// failure.
  func next() async throws -> [UInt8]? {
    let (piece, isRoomy) = try await read { state -> Result<([UInt8]?, Bool), any Error>? in
      guard state.next < state.pieces.count else {
        return state.end.map { end in end.map { (nil, false) } }
      }
      let piece = state.pieces[state.next]
      state.pieces[state.next] = []
      state.next += 1
      if state.next == state.pieces.count { (state.pieces, state.next) = ([], 0) }
      state.waitingLength -= piece.count
      let isRoomy = state.isFull && state.waitingLength < Self.capacity / 2
      if isRoomy { state.isFull = false }
      return .success((piece, isRoomy))
    }
    if isRoomy { client.resume(self) }
    return piece
  }

  /// Ends the transfer. Its connection is closed, unless the response is complete.
  func cancel() {
    change { state in
      (state.pieces, state.next, state.waitingLength) = ([], 0, 0)
      state.end = .failure(CancellationError())
    }
    client.cancel(self)
  }

  /// Waits until `take` returns something. There's one reader at a time.
  private func read<Value: Sendable>(
    _ take: (inout State) -> Result<Value, any Error>?
  ) async throws -> Value {
    while !Task.isCancelled {
      if let value = state.withLock({ take(&$0) }) { return try value.get() }
      _ = await changes.first { _ in true }
    }
    cancel()
    throw CancellationError()
  }
}

/// The body of a response. Releasing it ends the transfer.
final class ResponseBody: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  deinit { exchange.cancel() }

  /// Returns the next piece, or nil at the end.
  func next() async throws -> [UInt8]? { try await exchange.next() }
}
