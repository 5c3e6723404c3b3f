import Foundation
import TaskLimits

/// Holds back what waits for it until a test opens it.
public final class AsyncGate: Sendable {
  private let state = Locked((isOpen: false, waiters: [@Sendable () -> Void]()))

  public init() {}

  /// Lets everything through, now and later.
  public func open() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      state.isOpen = true
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Calls a body when the gate is open.
  func pass(_ body: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiters.append(body) }
      return state.isOpen
    }
    if isOpen { body() }
  }

  /// Returns a descriptor that `poll` finds readable once the gate is open. The caller closes it.
  func descriptor() -> Int32 {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    socketpair(AF_UNIX, type, 0, &ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pass { [other = ends[1]] in
      // Reaches the other end even if a child process has inherited this one.
      shutdown(other, Int32(SHUT_RDWR))
      close(other)
    }
    return ends[0]
  }
}
