public import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A real web server on the loopback interface that sends prepared answers, including faults.
///
/// Sends raw bytes, because a well-behaved HTTP library couldn't hang inside a header.
public final class FixtureServer: Sendable {
  private let channel: any Channel
  private let log = NIOLockedValueBox(Log())
  private let changes = Changes()

  struct Log {
    var requests: [Request] = []
    var connections: [ObjectIdentifier: any Channel] = [:]
    var connectionCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

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
  ///
  /// If the server is used as a proxy, the paths are whole addresses, and `host:port` for CONNECT.
  public init(
    _ routes: [String: Answer], greeting: Answer? = nil, host: String = "127.0.0.1"
  ) async throws {
    Turn.require(for: "a server")
    let log = log
    let changes = changes
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandler(
            FixtureConnection(routes: routes, greeting: greeting, log: log, changes: changes))
        }
      }
      .bind(host: host, port: 0).get()
  }

  /// Returns the URL of a path on this server.
  /// - Parameter name: a host name that resolves to the server, to use instead of its IP address.
  public func url(_ path: String, scheme: String = "http", name: String? = nil) -> URL {
    let host = name ?? channel.localAddress?.ipAddress ?? ""
    return URL(string: "\(scheme)://\(host):\(port)\(path)") ?? URL(filePath: "/")
  }

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// How many connections clients have opened.
  public var connectionCount: Int { log.withLockedValue { $0.connectionCount } }

  public var requests: [Request] { log.withLockedValue { $0.requests } }

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
  public func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = log.withLockedValue { log in
        if !log.connections.isEmpty { log.waiters.append(continuation) }
        return log.connections.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Stops listening and closes all connections.
  public func close() async throws {
    try await channel.close()
    for connection in log.withLockedValue({ Array($0.connections.values) }) {
      connection.close(promise: nil)
    }
  }
}

/// Runs a body with a server, and stops the server afterwards.
public func withServer<Value: Sendable>(
  _ routes: [String: Answer], greeting: Answer? = nil, host: String = "127.0.0.1",
  _ body: (FixtureServer) async throws -> Value
) async throws -> Value {
  let server = try await FixtureServer(routes, greeting: greeting, host: host)
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(server))
  } catch {
    result = .failure(error)
  }
  try await server.close()
  return try result.get()
}
