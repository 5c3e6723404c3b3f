import Foundation
import Links
import TestSupport
import Testing

@testable import Favorites
@testable import raylette

/// Where copied text goes, and how a terminal is told to copy.
@Suite(.takesTurn)
struct ClipboardBackendTests {
  private static let xclip = ClipboardBackend.program("xclip", ["-selection", "clipboard"])
  private static let xsel = ClipboardBackend.program("xsel", ["-b", "-i"])
  private static let wayland = ClipboardBackend.program("wl-copy")
  // Anything else and pbcopy takes UTF-8 for MacRoman.
  private static let pbcopy = ClipboardBackend.program(
    "pbcopy", variables: ["LC_ALL": "", "LC_CTYPE": "UTF-8"])

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
    let found = ClipboardBackend.available(environment: environment, system: .linux)
    #expect(found == expected)
  }

  static let macEnvironments: [([String: String], [ClipboardBackend])] = [
    ([:], [pbcopy, .terminal(.direct)]),
    (["TMUX": "/tmp/t,1,0"], [pbcopy, .tmux, .terminal(.tmux)]),
    (["DISPLAY": ":0"], [pbcopy, xclip, xsel, .terminal(.direct)]),
    (["SSH_CONNECTION": "a"], [.terminal(.direct), pbcopy]),
  ]

  @Test("on a Mac, its own clipboard comes first", arguments: macEnvironments)
  func macWays(environment: [String: String], expected: [ClipboardBackend]) {
    let found = ClipboardBackend.available(environment: environment, system: .macOS)
    #expect(found == expected)
  }

  @Test("a program gets the text, our variables and those that it needs")
  func variables() async throws {
    try await withTemporaryHome { home in
      let seen = home.file("seen").path()
      try home.install(
        "copy", "printf %s \"$LC_ALL|$LC_CTYPE|${PATH:+path}|\" >\(seen); cat >>\(seen)")
      guard case .program(_, let arguments, let variables) = Self.pbcopy else { return }
      let backend = ClipboardBackend.program(
        home.file("bin/copy").path(), arguments, variables: variables)
      let attempt = await backend.attempt("hä", terminal: .own, timeLimit: .seconds(30))
      guard case .copied = attempt else {
        Issue.record("\(attempt)")
        return
      }
      #expect(try String(contentsOf: home.file("seen"), encoding: .utf8) == "|UTF-8|path|hä")
    }
  }

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
}
