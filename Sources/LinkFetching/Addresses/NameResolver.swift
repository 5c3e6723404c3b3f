import Foundation
import NIOCore
import NIOPosix

/// Looks up the addresses of a host before connecting, so that private hosts receive nothing.
struct NameResolver: Sendable {
  /// Returns the addresses of a host name or address, or an empty array if there are none.
  /// Cancelling the task ends the wait.
  let addresses: @Sendable (_ name: String) async -> [SocketAddress]

  init(addresses: @escaping @Sendable (_ name: String) async -> [SocketAddress]) {
    self.addresses = addresses
  }

  /// - Parameter names: addresses for host names, instead of the system's.
  init(names: [String: String] = [:]) {
    addresses = { name in
      let name = names[name] ?? name
      if let address = try? SocketAddress(ipAddress: name, port: 0) { return [address] }
      return await Self.system.addresses(name)
    }
  }

  /// The system's resolver (hosts file, DNS), which connections use as well.
  private static let system = NameResolver.blocking(lookUp)

  /// Creates a resolver from a function that may block until name servers respond.
  static func blocking(_ lookUp: @escaping @Sendable (String) -> [SocketAddress]) -> NameResolver {
    NameResolver { name in
      let found = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: [SocketAddress].self)
      return await withTaskCancellationHandler {
        // Not on a shared queue: tasks run on the same few threads, and two slow lookups would stop
        // all of them, and every key with them.
        Thread.detachNewThread { found.succeed(lookUp(name)) }
        return (try? await found.futureResult.get()) ?? []
      } onCancel: {
        found.succeed([])
      }
    }
  }

  @Sendable private static func lookUp(_ name: String) -> [SocketAddress] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0?.pointee.ai_next }).lazy.prefix { $0 != nil }
      .compactMap { $0?.pointee.ai_addr }.compactMap { SocketAddress(copying: $0) }
  }
}
