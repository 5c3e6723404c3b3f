import CTestTLS
import Foundation
import TaskLimits

/// A server on the loopback interface, with or without TLS. Each connection has a thread of its own,
/// so that answers are written one step after the other.
public final class SocketServer: Sendable {
  public let host: String
  public let port: Int
  private let state = Locked(State())
  private let stop = AsyncGate()
  private let hasStopped = AsyncGate()

  private struct State {
    var connections: Set<Int32> = []
    var connectionCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  public struct Failed: Error { let what: String }

  /// The certificate of a server, whose key is that of ``TestCertificates``, and what it speaks.
  public struct TLS: Sendable {
    fileprivate let context: UInt

    /// - Parameter protocols: what's spoken, the best first.
    public init(certificate: String = TestCertificates.selfSigned, protocols: [String] = []) throws
    {
      let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      context = testtls_context(certificate, TestCertificates.key, names, UInt32(names.count))
      guard context != 0 else { throw Failed(what: "OpenSSL") }
    }
  }

  /// Starts on a free port.
  /// - Parameters:
  ///   - host: an address in 127.0.0.0/8. On Linux, all of these belong to this machine.
  ///   - serve: serves a connection on its thread. The connection is closed afterwards.
  public init(
    host: String = "127.0.0.1", tls: TLS? = nil,
    _ serve: @escaping @Sendable (SocketConnection) throws -> Void
  ) throws {
    Turn.require(for: "a server")
    // Writing to a connection that the client has closed only fails.
    signal(SIGPIPE, SIG_IGN)
    self.host = host
    let listener: Int32
    (listener, port) = try Self.listen(on: host)
    Thread.detachNewThread { [state, stop, hasStopped] in
      let end = stop.descriptor()
      while true {
        var events = [listener, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&events, 2, -1)
        if events[1].revents != 0 { break }
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { continue }
        state.withLock { state in
          state.connections.insert(descriptor)
          state.connectionCount += 1
        }
        Thread.detachNewThread { Self.run(serve, on: descriptor, tls: tls, state) }
      }
      Foundation.close(end)
      Foundation.close(listener)
      hasStopped.open()
    }
  }

  private static func listen(on host: String) throws -> (descriptor: Int32, port: Int) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && Foundation.listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else { throw Failed(what: "listening on \(host): \(errno)") }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func run(
    _ serve: @Sendable (SocketConnection) throws -> Void, on descriptor: Int32, tls: TLS?,
    _ state: Locked<State>
  ) {
    let connection = SocketConnection(
      descriptor, tls: tls.flatMap { testtls_open($0.context, descriptor) })
    try? serve(connection)
    connection.end()
    // Nobody else may shut it down when the number belongs to another one.
    let waiters = state.withLock { state in
      Foundation.close(descriptor)
      state.connections.remove(descriptor)
      guard state.connections.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// How many connections clients have opened.
  public var connectionCount: Int { state.withLock(\.connectionCount) }

  /// Waits until no client is connected.
  public func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.connections.isEmpty { state.waiters.append(continuation) }
        return state.connections.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Stops listening and closes all connections.
  public func close() async {
    stop.open()
    await withCheckedContinuation { continuation in hasStopped.pass { continuation.resume() } }
    state.withLock { state in
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }
}
