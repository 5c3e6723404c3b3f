/// What a server sends on one connection, byte by byte.
public struct ServerScript: Sendable {
  /// Bytes to send after a delay.
  public typealias Piece = (milliseconds: Int, bytes: [UInt8])
  public enum End: Sendable { case close, reset, hang }

  /// Sent to each client that connects.
  public var greeting: [Piece] = []
  /// Sent for each request on the connection.
  public var answer: @Sendable () -> [Piece] = { [] }
  /// What happens after the answer to a request.
  public var end = End.close

  public init() {}
}

/// A server that plays a script on each connection, with or without TLS.
public final class ScriptedServer: Sendable {
  private let server: SocketServer

  /// Starts on a free port of 127.0.0.1.
  /// - Parameters:
  ///   - usesTLS: whether to use the certificate of tls.test.
  ///   - protocols: what's spoken over TLS, the best first.
  ///   - script: returns the script for the next connection.
  public init(
    usesTLS: Bool = false, protocols: [String] = ["h2", "http/1.1"],
    _ script: @escaping @Sendable () -> ServerScript
  ) throws {
    server = try SocketServer(tls: usesTLS ? .init(protocols: protocols) : nil) { connection in
      // Closes the connection after a second, because a client that waits for more can't close a
      // connection that isn't set up yet.
      connection.deadline = .now + .seconds(1)
      let script = script()
      try Self.send(script.greeting, over: connection)
      while try connection.head() != nil {
        try Self.send(script.answer(), over: connection)
        switch script.end {
        case .hang: continue
        case .close: return
        case .reset: return connection.reset()
        }
      }
    }
  }

  public var port: Int { server.port }

  /// Stops listening and closes all connections.
  public func close() async { await server.close() }

  private static func send(
    _ pieces: [ServerScript.Piece], over connection: SocketConnection
  ) throws {
    for piece in pieces {
      if piece.milliseconds > 0 { try connection.pause(for: .milliseconds(piece.milliseconds)) }
      try connection.send(piece.bytes)
    }
  }
}
