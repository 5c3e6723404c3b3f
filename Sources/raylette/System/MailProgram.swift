import Foundation
import RayletteApp

/// The person's mail program, found by the desktop.
struct MailProgram: Sendable {
  private let openers: [String]
  private let patience: Duration

  init(patience: Duration = .seconds(3)) {
    self.patience = patience
    #if os(macOS)
      openers = ["open"]
    #else
      openers = ["xdg-email", "xdg-open", "wslview"]
    #endif
  }

  /// Begins a message; returns what opened the program.
  func open(_ message: URL) async throws(ShareFailure) -> String {
    for name in openers {
      guard let opener = await ChildProcess(name, [message.absoluteString]) else { continue }
      switch await outcome(of: opener) {
      case .succeeded: return name
      case .notStarted: continue
      case .cancelled: throw ShareFailure(sentence: "it was cancelled.")
      case .failed: throw ShareFailure(sentence: "\(name) found no mail program.")
      }
    }
    throw ShareFailure(sentence: "nothing here opens mail (\(openers.joined(separator: ", "))).")
  }

  /// Some openers end at once, others with the program they opened: who still runs after a while has
  /// found one, which then outlives us.
  private func outcome(of opener: ChildProcess) async -> ChildProcess.Outcome {
    let running = Task { await opener.runDetached() }
    let (ends, end) = AsyncStream.makeStream(of: ChildProcess.Outcome.self)
    Task { end.yield(await running.value) }
    let patience = patience
    let waiting = Task {
      if (try? await Task.sleep(for: patience)) != nil { end.yield(.succeeded) }
    }
    defer { waiting.cancel() }
    return await withTaskCancellationHandler {
      for await outcome in ends { return outcome }
      return .cancelled
    } onCancel: {
      running.cancel()
    }
  }
}
