import Foundation
import RayletteApp

/// Copies text to the clipboard with the first backend that works.
struct Clipboard: Sendable {
  private let backends: [ClipboardBackend]
  private let terminal: TerminalAccess
  private let timeLimit: Duration

  /// - Parameter timeLimit: the time limit of each program.
  init(
    environment: [String: String], terminal: TerminalAccess, timeLimit: Duration = .seconds(2)
  ) {
    backends = ClipboardBackend.available(environment: environment)
    self.terminal = terminal
    self.timeLimit = timeLimit
  }

  /// Copies text.
  /// - Returns: the route, for the notice "Copied the address …".
  func copy(_ text: String) async throws(ShareFailure) -> ShareOutcome.ClipboardRoute {
    var failure = ShareFailure.noClipboard
    for backend in backends {
      switch await backend.attempt(text, terminal: terminal, timeLimit: timeLimit) {
      case .copied(let route): return route
      case .failed(let reason): failure = reason
      case .missing: continue
      }
      if Task.isCancelled { break }
    }
    throw failure
  }
}
