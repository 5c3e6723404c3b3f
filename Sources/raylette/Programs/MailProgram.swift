import Foundation
import LinkExchange
import LinkPreview
import Links
import RayletteApp
import TaskLimits

/// The user's mail program, as set up on the desktop.
struct MailProgram: Sendable {
  /// The programs to try, in order.
  let openers: [String]
  private let patience: Duration

  init(patience: Duration = .seconds(3), system: OperatingSystem = .current) {
    self.patience = patience
    openers =
      switch system {
      case .linux: ["xdg-email", "xdg-open", "wslview"]
      case .macOS: ["open"]
      }
  }

  /// Opens a draft of a message.
  /// - Returns: the name of the opener.
  func open(_ message: URL) async throws(ShareFailure) -> String {
    for name in openers {
      guard let opener = await ChildProcess(name, [message.absoluteString]) else { continue }
      switch await outcome(of: opener) {
      case .succeeded: return name
      case .notStarted: continue
      case .cancelled: throw .cancelled
      case .failed: throw .noMailProgram(opener: name)
      }
    }
    throw .noMailOpener(openers)
  }

  /// Waits for an opener. Some exit immediately, others only when the mail program does. An opener
  /// that's still running after the time limit counts as success, and the mail program outlives us.
  private func outcome(of opener: ChildProcess) async -> ChildProcess.Outcome {
    let running = Task { await opener.runDetached() }
    let (outcomes, outcome) = AsyncStream.makeStream(of: ChildProcess.Outcome.self)
    Task { outcome.yield(await running.value) }
    let result = await withTimeLimit(patience) { () async -> ChildProcess.Outcome in
      for await outcome in outcomes { return outcome }
      return .cancelled
    }
    switch result {
    case .finished(let outcome): return outcome
    case .timedOut: return .succeeded
    case .cancelled:
      running.cancel()
      return .cancelled
    }
  }
}
