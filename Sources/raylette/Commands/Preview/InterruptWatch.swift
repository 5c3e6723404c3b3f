import Dispatch
import Foundation

/// Clears the progress line on Ctrl-C, so that the shell's prompt doesn't end up in it.
struct InterruptWatch {
  private let source: any DispatchSourceSignal

  /// Returns nil if no progress line is shown.
  init?(isShown: Bool, hide: @escaping @Sendable () -> Void) {
    guard isShown else { return nil }
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      hide()
      // Ends the process as the signal does by default.
      signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
    source.resume()
  }

  func end() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
