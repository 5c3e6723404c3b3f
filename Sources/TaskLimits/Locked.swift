import Synchronization

/// A value behind a lock, which everybody shares who has the reference. A `Mutex` alone can be no
/// part of a value that's copied.
package final class Locked<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: Value) { mutex = Mutex(value) }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { (value) throws(Failure) in try body(&value) }
  }
}
