import Foundation
import TestSupport
import Testing

@testable import RayletteRuntime

/// Copying addresses to the clipboard.
@Suite(.timeLimit(.minutes(3)))
struct ClipboardTests {
  private static let xclip = ClipboardBackend.program("xclip", ["-selection", "clipboard"])
  private static let xsel = ClipboardBackend.program("xsel", ["-b", "-i"])
  private static let wayland = ClipboardBackend.program("wl-copy")

  #if os(Linux)
    static let environments: [([String: String], [ClipboardBackend])] = [
      ([:], [.terminal(.direct)]),
      (["DISPLAY": ":0"], [xclip, xsel, .terminal(.direct)]),
      (
        ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"],
        [wayland, xclip, xsel, .terminal(.direct)]
      ),
      (["TMUX": "/tmp/t,1,0"], [.tmux, .terminal(.tmux)]),
      (["TMUX": "/tmp/t,1,0", "DISPLAY": ":0"], [xclip, xsel, .tmux, .terminal(.tmux)]),
      (["STY": "1.tty"], [.terminal(.screen)]),
      // Nobody pastes from the clipboard of a remote machine, so the terminal comes first.
      (["SSH_CONNECTION": "a", "DISPLAY": ":0"], [.terminal(.direct), xclip, xsel]),
      (
        ["SSH_TTY": "a", "WAYLAND_DISPLAY": "w", "TMUX": "t"],
        [.tmux, .terminal(.tmux), wayland]
      ),
      // X11 forwarding leads to the user's own machine.
      (["SSH_CONNECTION": "a", "DISPLAY": "localhost:10.0"], [xclip, xsel, .terminal(.direct)]),
      (["DISPLAY": "", "TMUX": ""], [.terminal(.direct)]),
    ]

    @Test("backends are ordered by where the user's clipboard is", arguments: environments)
    func ways(environment: [String: String], expected: [ClipboardBackend]) {
      #expect(ClipboardBackend.available(environment: environment) == expected)
    }
  #endif

  static let sequences: [(ClipboardSequence.Passage, String)] = [
    (.direct, "\u{1B}]52;c;aMOkCg==\u{7}"),
    (.tmux, "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aMOkCg==\u{7}\u{1B}\\"),
    (.screen, "\u{1B}P\u{1B}]52;c;aMOkCg==\u{7}\u{1B}\\"),
  ]

  @Test("OSC 52 is wrapped so that tmux and screen pass it on", arguments: sequences)
  func sequence(passage: ClipboardSequence.Passage, expected: String) {
    #expect(ClipboardSequence("hä\n", through: passage)?.bytes == expected)
  }

  @Test("long text passes through screen in pieces, and is refused if it would be cut")
  func longText() throws {
    let text = String(repeating: "x", count: 1000)
    let bytes = try #require(ClipboardSequence(text, through: .screen)).bytes
    let pieces = bytes.components(separatedBy: "\u{1B}\\").dropLast().map { $0.dropFirst(2) }
    #expect(pieces.allSatisfy { $0.utf8.count <= 250 } && pieces.count > 4)
    #expect(pieces.joined() == ClipboardSequence(text, through: .direct)?.bytes)
    #expect(ClipboardSequence(String(repeating: "x", count: 74_001), through: .direct) == nil)
  }

  /// A fake clipboard program. It reads text as the real ones do, and stays in the background with
  /// the terminal's descriptors, as programs do that hold a selection.
  private static let taker =
    #"/bin/cat > "$HOME/copied"; echo "${0##*/} $*" > "$HOME/taker"; /bin/sleep 20 &"#

  static let programs: [(String, String, String)] = [
    ("wl-copy", "WAYLAND_DISPLAY=w", "wl-copy "),
    ("xclip", "DISPLAY=:7", "xclip -selection clipboard"),
    ("xsel", "DISPLAY=:7", "xsel -b -i"),
  ]

  @Test("each program gets the address, and the message names the program", arguments: programs)
  func program(name: String, variable: String, call: String) async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        try terminal.home.install(name, Self.taker)
        try await terminal.run("export PATH=$HOME/bin \(variable)")
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.press("y")
        try await terminal.waitFor("✓ Copied the address to the clipboard with \(name).")
        let home = terminal.home
        #expect(home.text("copied") == server.url("/page").absoluteString)
        #expect(home.text("taker") == call + "\n")
      }
    }
  }

  @Test("a program that hangs or fails is skipped")
  func broken() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        try terminal.home.install("wl-copy", "exec /bin/sleep 60")
        try terminal.home.install("xclip", "exit 1")
        try terminal.home.install("xsel", Self.taker)
        try await terminal.run("export PATH=$HOME/bin DISPLAY=:7 WAYLAND_DISPLAY=w")
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.press("y")
        try await terminal.waitFor("✓ Copied the address to the clipboard with xsel.")
        #expect(terminal.home.text("copied") == server.url("/page").absoluteString)
      }
    }
  }

  @Test("y copies to the buffer in tmux, and to other terminals with OSC 52")
  func tmux() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      let address = server.url("/page").absoluteString
      try await withTerminal { terminal in
        let variable = try await terminal.property("#{socket_path},#{pid},0")
        try await terminal.run("export TMUX=\(variable)")
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.press("y")
        try await terminal.waitFor("✓ Copied the address to the tmux buffer.")
        #expect(try await terminal.pasteBuffer == address)
      }
      try await withTerminal { terminal in
        try await terminal.acceptCopies()
        try await terminal.run("export SSH_CONNECTION='a 1 b 2' DISPLAY=:0")
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        try await terminal.press("y")
        try await terminal.waitFor(
          "✓ Copied the address through the terminal, where it allows that")
        #expect(try await terminal.pasteBuffer == address)
        try await terminal.press("S", "t")
        try await terminal.waitFor(
          "✓ Copied title and address through the terminal, where it allows that")
        #expect(try await terminal.pasteBuffer == "日本語 Crafting Interpreters\n\(address)")
        // A copy just before quitting arrives, too.
        try await terminal.press("y", "q")
        try await terminal.waitFor("exit:0")
        #expect(try await terminal.pasteBuffer == address)
      }
    }
  }
}

extension TemporaryHome {
  /// The contents of a file, or nil if it doesn't exist.
  func text(_ path: String) -> String? { try? String(contentsOf: file(path), encoding: .utf8) }
}
