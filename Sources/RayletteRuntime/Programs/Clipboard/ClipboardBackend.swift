import ChildProcesses
import Foundation
import RayletteApp

/// A backend that copies text to a clipboard.
package enum ClipboardBackend: Equatable, Sendable {
  /// A program that reads the text from standard input, and its arguments.
  case program(String, [String] = [])
  /// The tmux buffer. tmux also passes it on to the outer terminal.
  case tmux
  /// The terminal's clipboard sequence, through tmux or screen if necessary.
  case terminal(ClipboardSequence.Passage)

  /// Returns the backends to try, in order. The first that works is used. Over SSH, the user's
  /// clipboard is on the terminal's machine, so the remote machine's own backends come last.
  package static func available(environment: [String: String]) -> [ClipboardBackend] {
    func has(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isRemote = has("SSH_CONNECTION") || has("SSH_TTY")
    // With X11 forwarding, the display is the one of the user's own machine: localhost:10.
    let isForwarded = has("DISPLAY") && environment["DISPLAY"]?.hasPrefix(":") == false
    let x11: [ClipboardBackend] =
      has("DISPLAY")
      ? [.program("xclip", ["-selection", "clipboard"]), .program("xsel", ["-b", "-i"])] : []
    var desktop = x11
    if has("WAYLAND_DISPLAY") { desktop.insert(.program("wl-copy"), at: 0) }
    #if os(macOS)
      desktop.append(.program("pbcopy"))
    #endif
    let passage: ClipboardSequence.Passage =
      has("TMUX") ? .tmux : has("STY") ? .screen : .direct
    let terminal: [ClipboardBackend] = (has("TMUX") ? [.tmux] : []) + [.terminal(passage)]
    if !isRemote { return desktop + terminal }
    return isForwarded ? x11 + terminal : terminal + desktop
  }

  /// The result of an attempt to copy.
  enum Attempt: Equatable, Sendable {
    case copied(ShareOutcome.ClipboardRoute)
    case failed(ShareFailure)
    /// The program doesn't exist on this machine.
    case missing
  }

  func attempt(
    _ text: String, terminal: TerminalAccess, timeLimit: Duration
  ) async -> Attempt {
    switch self {
    case .program(let name, let arguments):
      guard let program = await ChildProcess(name, arguments) else { return .missing }
      let outcome = await program.runDetached(input: text, timeLimit: timeLimit)
      return outcome == .succeeded
        ? .copied(.program(name)) : .failed(.refused(by: name))
    case .tmux:
      // -w requires tmux 3.2.
      for arguments in [["load-buffer", "-w", "-"], ["load-buffer", "-"]] {
        guard let program = await ChildProcess("tmux", arguments) else { return .missing }
        let outcome = await program.runDetached(input: text, timeLimit: timeLimit)
        if outcome == .succeeded { return .copied(.tmux) }
      }
      return .failed(.refused(by: "tmux"))
    case .terminal(let passage):
      guard let sequence = ClipboardSequence(text, through: passage) else {
        return .failed(.tooLong(limit: ClipboardSequence.limit / 1000))
      }
      guard await terminal.send(sequence.bytes) else {
        return .failed(.terminalBusy)
      }
      return .copied(.terminal)
    }
  }
}
