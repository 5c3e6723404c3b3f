package import GRDB
package import TaskLimits

/// Reports each connection that the stores open. Used by tests that inspect every statement.
package enum ConnectionObserver {
  /// Nil outside of tests.
  package static let current = Locked<(@Sendable (Database) -> Void)?>(nil)

  /// Reports every connection that's opened with a configuration.
  static func observe(_ configuration: inout Configuration) {
    guard let observer = current.withLock({ $0 }) else { return }
    configuration.prepareDatabase { observer($0) }
  }
}
