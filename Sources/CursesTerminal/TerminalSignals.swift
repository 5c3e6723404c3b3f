import CProcess
import Dispatch
import Foundation

/// Reports signals on the main queue, in the order in which they arrived.
@MainActor
final class TerminalSignals {
  private let descriptor: Int32
  private var source: (any DispatchSourceRead)?

  /// Catches the signals from now on. They are reported once ``start(_:)`` is called.
  ///
  /// Call this before ncurses starts, which would handle some of the signals itself, and ignore
  /// Ctrl-Z while it draws.
  init(_ numbers: [Int32]) {
    descriptor = signal_report_start(numbers, Int32(numbers.count))
  }

  func start(_ handle: @escaping @MainActor @Sendable (Int32) -> Void) {
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { @Sendable [descriptor] in
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      MainActor.assumeIsolated { for number in bytes[..<count] { handle(Int32(number)) } }
    }
    source.activate()
    self.source = source
  }

  /// Restores the signals' previous handlers.
  func cancel() {
    source?.cancel()
    source = nil
    signal_report_end()
  }
}
