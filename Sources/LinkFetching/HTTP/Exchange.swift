import Synchronization

/// A request under way, from the thread of ``CurlClient`` to the reader of its response.
final class Exchange: Sendable {
  enum Part: Sendable {
    case head(ResponseHead)
    case piece([UInt8])
  }

  /// How many bytes of the body wait for their reader at most, before the server has to wait.
  private static let capacity = 256 << 10

  private let parts: AsyncThrowingStream<Part, any Error>.Continuation
  /// The number of bytes that wait, and whether the server waits until some of them were read.
  private let waiting = Mutex((length: 0, isFull: false))

  init(_ parts: AsyncThrowingStream<Part, any Error>.Continuation) { self.parts = parts }

  func receive(_ head: ResponseHead) { parts.yield(.head(head)) }

  /// Adds a piece of the body. Returns whether the transfer has to pause until
  /// ``CurlClient/resume(_:)``.
  func receive(_ piece: [UInt8]) -> Bool {
    parts.yield(.piece(piece))
    return waiting.withLock { waiting in
      waiting.length += piece.count
      waiting.isFull = waiting.isFull || waiting.length >= Self.capacity
      return waiting.isFull
    }
  }

  /// Ends the response, unless it has ended. What has arrived comes before a failure.
  func end(throwing failure: (any Error)? = nil) { parts.finish(throwing: failure) }

  /// Makes room for as many bytes as were read. Returns whether the transfer may go on.
  fileprivate func makeRoom(for length: Int) -> Bool {
    waiting.withLock { waiting in
      waiting.length -= length
      guard waiting.isFull, waiting.length < Self.capacity / 2 else { return false }
      waiting.isFull = false
      return true
    }
  }
}

/// A response on its way, for one reader at a time. Releasing it ends the transfer, and so does
/// cancelling the reader's task. Its connection is then closed, unless the response is complete.
struct ResponseBody: Sendable {
  let parts: AsyncThrowingStream<Exchange.Part, any Error>
  let exchange: Exchange
  let client: CurlClient

  /// Waits for the head, which comes first.
  func head() async throws -> ResponseHead {
    guard case .head(let head)? = try await part() else { throw MalformedResponse() }
    return head
  }

  /// Returns the next piece, or nil at the end.
  func next() async throws -> [UInt8]? {
    guard case .piece(let piece)? = try await part() else { return nil }
    if exchange.makeRoom(for: piece.count) { client.resume(exchange) }
    return piece
  }

  private func part() async throws -> Exchange.Part? {
    var iterator = parts.makeAsyncIterator()
    let part = try await iterator.next()
    try Task.checkCancellation()
    return part
  }
}
