import Foundation
import RayletteApp

/// A way that text takes to a clipboard.
enum ClipboardBackend: Equatable, Sendable {
  /// A program that reads the text from standard input.
  case program(String, [String] = [])
  /// The buffer of tmux, which passes it on to the terminal outside.
  case tmux
  /// The sequence that terminals take text by, whatever lies between them and us.
  case terminal(ClipboardSequence.Passage)

  /// The ways there may be, the first that works counts. At the other end of SSH the clipboard is
  /// where the terminal is, so what belongs to the machine itself comes last there.
  static func available(environment: [String: String]) -> [ClipboardBackend] {
    func has(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isRemote = has("SSH_CONNECTION") || has("SSH_TTY")
    // X11 forwarding brings a display of the person's own machine: localhost:10.
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

  /// What came of it.
  enum Attempt: Equatable, Sendable {
    case copied(ShareOutcome.ClipboardRoute)
    case failed(ShareFailure)
    /// The program does not exist here.
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
      // -w is known since tmux 3.2.
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
