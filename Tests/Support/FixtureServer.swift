public import Foundation
import TaskLimits

/// A real web server on the loopback interface that sends prepared answers, including faults.
///
/// Sends raw bytes, because a well-behaved HTTP library couldn't hang inside a header.
public final class FixtureServer: Sendable {
  private let server: SocketServer
  private let log = Locked<[Request]>([])
  private let changes = Changes()

  /// A request that the server received.
  public struct Request: Sendable {
    public var path: String
    /// The request line and the headers.
    public var head: String

    public var method: String { head.split(separator: " ").first.map(String.init) ?? "" }

    public func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Starts on a free port.
  /// - Parameters:
  ///   - routes: the answers by path. The path `*` answers for all others.
  ///   - greeting: sent to each client that connects, before any request.
  ///   - host: an address in 127.0.0.0/8. On Linux, all of these belong to this machine.
  ///   - tls: the certificate if the server speaks TLS.
  ///
  /// If the server is used as a proxy, the paths are whole addresses, and `host:port` for CONNECT.
  public init(
    _ routes: [String: Answer], greeting: Answer? = nil, host: String = "127.0.0.1",
    tls: SocketServer.TLS? = nil
  ) throws {
    server = try SocketServer(host: host, tls: tls) { [log, changes] connection in
      let player = AnswerPlayer(connection: connection)
      if let greeting {
        guard try player.play(greeting.steps(for: Request(path: "", head: ""))) != nil else {
          return
        }
      }
      try player.serve { request in
        log.withLock { $0.append(request) }
        changes.report()
        return routes[request.path] ?? routes["*"] ?? .status(404)
      }
    }
  }

  /// Returns the URL of a path on this server.
  /// - Parameter name: a host name that resolves to the server, to use instead of its IP address.
  public func url(_ path: String, scheme: String = "http", name: String? = nil) -> URL {
    let host = name ?? server.host
    return URL(string: "\(scheme)://\(host):\(port)\(path)") ?? URL(filePath: "/")
  }

  public var port: Int { server.port }

  /// How many connections clients have opened.
  public var connectionCount: Int { server.connectionCount }

  public var requests: [Request] { log.withLock(\.self) }

  /// Waits until the requests meet a condition, which is checked after each one, but not forever.
  public func wait(within limit: Duration = .seconds(60), _ isMet: ([Request]) -> Bool) async {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      let version = changes.version
      if isMet(requests) { return }
      await changes.next(after: version, until: deadline)
    }
  }

  /// Waits until no client is connected.
  public func waitUntilIdle() async { await server.waitUntilIdle() }

  /// Stops listening and closes all connections.
  public func close() async { await server.close() }
}

/// Runs a body with a server, and stops the server afterwards.
public func withServer<Value: Sendable>(
  _ routes: [String: Answer], greeting: Answer? = nil, host: String = "127.0.0.1",
  tls: SocketServer.TLS? = nil, _ body: (FixtureServer) async throws -> Value
) async throws -> Value {
  let server = try FixtureServer(routes, greeting: greeting, host: host, tls: tls)
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(server))
  } catch {
    result = .failure(error)
  }
  await server.close()
  return try result.get()
}
