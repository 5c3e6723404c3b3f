package import GRDB
package import NIOConcurrencyHelpers

/// Sees each connection that the stores open. For tests, which look at every statement.
package enum ConnectionObserver {
  /// Nil outside of tests.
  package static let current = NIOLockedValueBox<(@Sendable (Database) -> Void)?>(nil)

  /// Has every connection that's opened with a configuration reported.
  static func observe(_ configuration: inout Configuration) {
    guard let observer = current.withLockedValue(\.self) else { return }
    configuration.prepareDatabase { observer($0) }
  }
}
