import Foundation
import RayletteApp

/// Puts text where a person pastes from, by the first way that works here.
struct Clipboard: Sendable {
  private let ways: [ClipboardBackend]
  private let terminal: TerminalAccess
  private let timeLimit: Duration

  /// - Parameter timeLimit: of each program that is asked.
  init(
    environment: [String: String], terminal: TerminalAccess, timeLimit: Duration = .seconds(2)
  ) {
    ways = ClipboardBackend.ways(environment: environment)
    self.terminal = terminal
    self.timeLimit = timeLimit
  }

  /// Copies text; returns how, to come after "Copied the address".
  func copy(_ text: String) async throws(ShareFailure) -> String {
    var failures: [String] = []
    for way in ways {
      switch await way.attempt(text, terminal: terminal, timeLimit: timeLimit) {
      case .copied(let words): return words
      case .failed(let words): failures.append(words)
      case .missing: continue
      }
      if Task.isCancelled { break }
    }
    throw ShareFailure(sentence: failures.last ?? "there is no way to the clipboard.")
  }
}
