import CProcess
import Dispatch
import Foundation

/// Cleans up the terminal on Ctrl-C and on the signals that end the program, so that the shell's
/// prompt doesn't end up in a progress line or in a picture.
struct InterruptWatch {
  private let source: any DispatchSourceRead

  /// Returns nil if there's nothing to clean up, or if signals can't be caught.
  ///
  /// Doesn't use a signal source of Dispatch, because Dispatch loses a signal that arrives while
  /// the source is being registered.
  init?(isNeeded: Bool, clean: @escaping @Sendable () -> Void) {
    let signals = [SIGINT, SIGTERM]
    guard isNeeded else { return nil }
    let descriptor = signal_report_start(signals, Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      guard read(descriptor, &number, 1) == 1 else { return }
      clean()
      Self.endProcess(by: Int32(number))
    }
    source.activate()
  }

  /// Ends the process with the signal's default action.
  private static func endProcess(by number: Int32) {
    signal(number, SIG_DFL)
    // Threads of Dispatch block all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  func end() {
    source.cancel()
    signal_report_end()
  }
}
