import CCurl
import Foundation
import TaskLimits

/// Looks up the addresses of a host before connecting, so that private hosts receive nothing.
struct NameResolver: Sendable {
  /// Returns the addresses of a host name or address, or an empty array if there are none.
  /// Cancelling the task ends the wait.
  let addresses: @Sendable (_ name: String) async -> [IPAddress]

  init(addresses: @escaping @Sendable (_ name: String) async -> [IPAddress]) {
    self.addresses = addresses
  }

  /// - Parameter names: addresses for host names, instead of the system's.
  init(names: [String: String] = [:]) {
    addresses = { name in
      let name = names[name] ?? name
      if let address = IPAddress(name) { return [address] }
      return await Self.system.addresses(name)
    }
  }

  /// The system's resolver (hosts file, DNS).
  private static let system = NameResolver.blocking(lookUp)

  /// Creates a resolver from a function that may block until name servers respond. It runs on a
  /// thread of its own, because tasks share a few threads, and two slow lookups would stop all of
  /// them, and every key with them. A lookup can't be cancelled, only the wait for it, so a dead
  /// name server holds as many threads as the limit at most.
  static func blocking(_ lookUp: @escaping @Sendable (String) -> [IPAddress]) -> NameResolver {
    let threads = TaskQueue(limit: 128)
    return NameResolver { name in
      guard await threads.enter() else { return [] }
      let (results, result) = AsyncStream.makeStream(of: [IPAddress].self)
      Thread.detachNewThread {
        result.yield(lookUp(name))
        Task { await threads.leave() }
      }
      return await results.first { _ in true } ?? []
    }
  }

  @Sendable private static func lookUp(_ name: String) -> [IPAddress] {
    ccurl_shorten_look_ups()
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
      .compactMap { $0?.pointee.ai_addr }.compactMap { IPAddress(copying: $0) }
  }
}
