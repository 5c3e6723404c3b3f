import NIOConcurrencyHelpers

/// Holds back what waits for it until a test opens it.
public final class AsyncGate: Sendable {
  private let state = NIOLockedValueBox((isOpen: false, waiters: [@Sendable () -> Void]()))

  public init() {}

  /// Lets everything through, now and later.
  public func open() {
    let waiters = state.withLockedValue { state in
      defer { state.waiters = [] }
      state.isOpen = true
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Calls a body when the gate is open.
  func pass(_ body: @escaping @Sendable () -> Void) {
    let isOpen = state.withLockedValue { state in
      if !state.isOpen { state.waiters.append(body) }
      return state.isOpen
    }
    if isOpen { body() }
  }
}
