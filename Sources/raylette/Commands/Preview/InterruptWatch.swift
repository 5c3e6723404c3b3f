import Dispatch
import Foundation

/// Takes the line of the progress away when the person ends the program by Ctrl-C, so that the shell's
/// prompt does not land in it.
struct InterruptWatch {
  private let source: any DispatchSourceSignal

  /// Nil where there is no such line.
  init?(output: PreviewOutput) {
    guard output.showsProgress else { return nil }
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      output.hideProgress()
      // As if nobody had watched.
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
