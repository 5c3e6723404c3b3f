import Dispatch
import Foundation

/// Cleans up the terminal on Ctrl-C and when the program is asked to end, so that the shell's prompt
/// doesn't end up in a progress line or in a picture.
struct InterruptWatch {
  private let sources: [any DispatchSourceSignal]

  private static let signals = [SIGINT, SIGTERM]

  /// Returns nil if there's nothing to clean up.
  init?(isNeeded: Bool, clean: @escaping @Sendable () -> Void) {
    guard isNeeded else { return nil }
    sources = Self.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        clean()
        // Ends the process as the signal does by default. Threads of Dispatch block all signals.
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
      }
      source.resume()
      return source
    }
  }

  func end() {
    for (number, source) in zip(Self.signals, sources) {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
}
