import Foundation
import RayletteApp

/// The person's mail program, found by the desktop.
struct MailProgram: Sendable {
  private let openers: [String]

  init(environment: [String: String]) {
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
      switch await opener.runToEnd() {
      case .succeeded: return name
      case .notStarted, .cancelled: continue
      case .failed(let words):
        throw ShareFailure(sentence: words ?? "\(name) found no mail program.")
      }
    }
    throw ShareFailure(sentence: "nothing here opens mail (\(openers.joined(separator: ", "))).")
  }
}
