import Foundation
import LinkExchange
import Links
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

/// A backend that copies text to a clipboard.
enum ClipboardBackend: Equatable, Sendable {
  /// A program that reads the text from standard input, its arguments, and variables to add to its
  /// environment.
  case program(String, [String] = [], variables: [String: String] = [:])
  /// The tmux buffer. tmux also passes it on to the outer terminal.
  case tmux
  /// The terminal's clipboard sequence, through tmux or screen if necessary.
  case terminal(ClipboardSequence.Passage)

  /// Returns the backends to try, in order. The first that works is used. Over SSH, the user's
  /// clipboard is on the terminal's machine, so the remote machine's own backends come last.
  static func available(
    environment: [String: String], system: OperatingSystem = .current
  ) -> [ClipboardBackend] {
    func has(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isRemote = has("SSH_CONNECTION") || has("SSH_TTY")
    // With X11 forwarding, the display is the one of the user's own machine: localhost:10.
    let isForwarded = has("DISPLAY") && environment["DISPLAY"]?.hasPrefix(":") == false
    let x11: [ClipboardBackend] =
      has("DISPLAY")
      ? [.program("xclip", ["-selection", "clipboard"]), .program("xsel", ["-b", "-i"])] : []
    var desktop = x11
    if has("WAYLAND_DISPLAY") { desktop.insert(.program("wl-copy"), at: 0) }
    // First, because the X server that can be installed on macOS has a clipboard of its own.
    if system == .macOS { desktop.insert(pbcopy, at: 0) }
    let passage: ClipboardSequence.Passage =
      has("TMUX") ? .tmux : has("STY") ? .screen : .direct
    let terminal: [ClipboardBackend] = (has("TMUX") ? [.tmux] : []) + [.terminal(passage)]
    if !isRemote { return desktop + terminal }
    return isForwarded ? x11 + terminal : terminal + desktop
  }

  /// The clipboard of macOS. Without a UTF-8 locale, as over SSH or in a launched program, pbcopy
  /// takes the text for MacRoman. "UTF-8" is a character set without a language, which every macOS
  /// has.
  private static let pbcopy = ClipboardBackend.program(
    "pbcopy", variables: ["LC_ALL": "", "LC_CTYPE": "UTF-8"])

  /// The result of an attempt to copy.
  enum Attempt: Equatable, Sendable {
    case copied(ShareOutcome.ClipboardRoute)
    case failed(ShareFailure)
    /// The program doesn't exist on this machine, or the terminal takes no sequences.
    case missing
  }

  func attempt(
    _ text: String, terminal: TerminalAccess, timeLimit: Duration
  ) async -> Attempt {
    switch self {
    case .program(let name, let arguments, let variables):
      guard let program = await ChildProcess(name, arguments) else { return .missing }
      let outcome = await program.runDetached(
        input: text, variables: variables, timeLimit: timeLimit)
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
      guard let send = terminal.send else { return .missing }
      guard let sequence = ClipboardSequence(text, through: passage) else {
        return .failed(.tooLong(limit: ClipboardSequence.limit / 1000))
      }
      guard await send(sequence.bytes) else { return .failed(.terminalBusy) }
      return .copied(.terminal)
    }
  }
}

/// The control sequence that copies text to a terminal's clipboard: OSC 52
/// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Manipulate Selection Data").
struct ClipboardSequence: Equatable {
  let bytes: String

  /// The multiplexer between us and the terminal, which has to pass the sequence through.
  enum Passage: Equatable, Sendable { case direct, tmux, screen }

  /// The maximum bytes of text. Many terminals truncate or drop longer text.
  static let limit = 74_000

  /// Returns nil if the text exceeds the limit.
  init?(_ text: String, through passage: Passage) {
    guard text.utf8.count <= Self.limit else { return nil }
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    switch passage {
    case .direct: bytes = sequence
    case .tmux:
      let doubled = sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}")
      bytes = "\u{1B}Ptmux;\(doubled)\u{1B}\\"
    case .screen:
      // Splits the sequence, because screen limits strings to 768 bytes. The terminal joins the
      // pieces.
      bytes = Self.pieces(of: sequence, length: 250).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
    }
  }

  private static func pieces(of text: String, length: Int) -> [Substring] {
    var pieces: [Substring] = []
    var remaining = text[...]
    while !remaining.isEmpty {
      pieces.append(remaining.prefix(length))
      remaining = remaining.dropFirst(length)
    }
    return pieces
  }
}
