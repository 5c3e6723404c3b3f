import Foundation
import Synchronization

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

  /// Creates a resolver from a function that may block until name servers respond.
  static func blocking(_ lookUp: @escaping @Sendable (String) -> [IPAddress]) -> NameResolver {
    let threads = LookupThreads()
    return NameResolver { name in
      let lookup = Lookup()
      return await withTaskCancellationHandler {
        // Not on a shared queue: tasks run on the same few threads, and two slow lookups would stop
        // all of them, and every key with them.
        threads.run(lookup) { lookup.settle(lookUp(name)) }
        return await lookup.addresses()
      } onCancel: {
        lookup.settle([])
      }
    }
  }

  @Sendable private static func lookUp(_ name: String) -> [IPAddress] {
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

/// A lookup, which ends with its first answer.
private final class Lookup: Sendable {
  private let state = Mutex<
    (found: [IPAddress]?, waiter: CheckedContinuation<[IPAddress], Never>?)
  >(
    (nil, nil))

  var isSettled: Bool { state.withLock { $0.found != nil } }

  func settle(_ addresses: [IPAddress]) {
    let waiter = state.withLock { state -> CheckedContinuation<[IPAddress], Never>? in
      guard state.found == nil else { return nil }
      state.found = addresses
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: addresses)
  }

  func addresses() async -> [IPAddress] {
    await withCheckedContinuation { continuation in
      let found = state.withLock { state -> [IPAddress]? in
        if state.found == nil { state.waiter = continuation }
        return state.found
      }
      if let found { continuation.resume(returning: found) }
    }
  }
}

/// The threads of lookups. The system's can't be cancelled, so a dead name server would otherwise
/// collect one for each link.
private final class LookupThreads: Sendable {
  private static let limit = 128

  private struct State {
    var count = 0
    var waiting: [(lookup: Lookup, body: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  /// Runs a lookup on a thread of its own, when there's room for it, unless it's settled by then.
  func run(_ lookup: Lookup, _ body: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.count < Self.limit {
        state.count += 1
        return true
      }
      state.waiting.append((lookup, body))
      return false
    }
    guard isFree else { return }
    Thread.detachNewThread { [self] in
      var next: (@Sendable () -> Void)? = body
      while let body = next {
        body()
        next = takeNext()
      }
    }
  }

  /// Returns the next lookup that still has to be made, or nil if the thread isn't needed any more.
  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.waiting.removeAll { $0.lookup.isSettled }
      guard !state.waiting.isEmpty else {
        state.count -= 1
        return nil
      }
      return state.waiting.removeFirst().body
    }
  }
}
