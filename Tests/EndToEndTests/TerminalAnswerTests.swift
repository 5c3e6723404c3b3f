import Foundation
import TestSupport
import Testing

/// The program on a terminal that answers queries.
@Suite(.takesTurn)
struct TerminalAnswerTests {
  /// Runs a body with the program on a terminal. Checks that the terminal understood everything.
  private func withProgram(
    _ traits: TerminalEmulator.Traits, arguments: [String] = [],
    environment: [String: String] = [:], _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      try await withPseudoTerminal(
        traits, arguments: arguments, environment: environment, in: home, body)
    }
  }

  private static let accents = (dark: "38;5;39", light: "38;5;25", either: "38;5;32")

  /// Returns the colour of the program's name in the header.
  private func accent(_ screen: TerminalEmulator) -> String { screen.cells[0][1].style.foreground }

  @Test(
    "the theme fits the terminal's background, whether that's asked or in the environment",
    arguments: [
      ("rgb:1010/1414/1818", "", accents.dark), ("rgb:ffff/ffff/ffff", "", accents.light),
      ("#fdf6e3", "15;0", accents.light), (nil, "0;15", accents.light),
      (nil, "15;default;0", accents.dark), (nil, "", accents.either),
      ("nonsense", "default", accents.either),
    ])
  func theme(background: String?, colorFGBG: String, expected: String) async throws {
    try await withProgram(
      .init(background: background), environment: ["COLORFGBG": colorFGBG]
    ) { terminal in
      try await terminal.expect { accent($0) == expected }
      terminal.type("q")
      try await terminal.expect { _ in terminal.status != nil }
    }
  }

  @Test(
    "a theme that was chosen stays, and the terminal isn't asked for its background",
    arguments: [["--theme", "dark"], ["--accessible", "--theme", "dark"]])
  func chosen(arguments: [String]) async throws {
    try await withProgram(
      .init(background: "rgb:ffff/ffff/ffff"), arguments: arguments + ["--images", "never"]
    ) { terminal in
      let isAccessible = arguments.contains("--accessible")
      try await terminal.expect {
        isAccessible ? $0.text.contains(" spins, ") : accent($0) == Self.accents.dark
      }
      #expect(!String(decoding: terminal.screen.bytes, as: UTF8.self).contains("]11;?"))
      let isAsked = String(decoding: terminal.screen.bytes, as: UTF8.self).contains("\u{1B}[c")
      #expect(isAsked != isAccessible)
    }
  }

  @Test("a terminal that doesn't answer gets the first frame, and Esc works at once")
  func silent() async throws {
    try await withProgram(.init(answers: false)) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("?")
      try await terminal.expect { $0.text.contains("Every day") }
      terminal.type("\u{1B}")
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
    }
  }

  @Test("a reply that comes in pieces, or late, is no key")
  func pieces() async throws {
    try await withProgram(.init(answers: false)) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      // The keys of the replies would close the help and quit.
      terminal.type("?")
      try await terminal.expect { $0.text.contains("Every day") }
      for piece in ["\u{1B}", "]11;rgb:ffff/", "ffff/ffff\u{1B}", "\\", "\u{1B}", "[?62;2", "2c"] {
        terminal.type(piece)
        // The program reads each piece by itself.
        try await waitUntil { terminal.unreadCount == 0 }
      }
      try await terminal.expect { accent($0) == Self.accents.light }
      // All replies are in, so these are late.
      terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c")
      terminal.type("q")
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      #expect(accent(terminal.screen) == Self.accents.light)
      #expect(terminal.status == nil)
    }
  }

  @Test("replies that come after the program quit aren't left to the shell")
  func lateReplies() async throws {
    try await withTemporaryHome { home in
      let script = #"\#(TerminalDriver.program); echo ended; read -r line; echo "read <$line>""#
      try await withPseudoTerminal(
        .init(answers: false), arguments: ["-c", script], program: "/bin/sh", in: home
      ) { terminal in
        try await terminal.expect { $0.text.contains("Spin the Wheel") }
        terminal.type("q")
        try await terminal.expect { !$0.isAlternate }
        terminal.type("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\\u{1B}[2;5R\u{1B}[?62;22c")
        try await terminal.expect { $0.text.contains("ended") }
        terminal.type("typed\r")
        try await terminal.expect { $0.text.contains("read <") }
        #expect(terminal.screen.text.contains("read <typed>"))
      }
    }
  }

  @Test("reports of the window's focus are no keys")
  func focus() async throws {
    try await withProgram(.init()) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("?")
      try await terminal.expect { $0.text.contains("Every day") }
      // Esc would close the help, and o and i would act.
      for _ in 0..<3 { terminal.type("\u{1B}[O\u{1B}[I") }
      try await waitUntil { terminal.unreadCount == 0 }
      #expect(terminal.screen.text.contains("Every day"))
      terminal.type("q")
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      #expect(terminal.status == nil)
    }
  }

  @Test(
    "a key that could begin a sequence leaves the other keys alive",
    arguments: ["]", "P", "X", "^", "_", "[", "O"])
  func beginnings(character: String) async throws {
    try await withProgram(.init()) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("?")
      // The whole frame, because q right after the Esc would be Alt-q.
      try await terminal.expect {
        $0.text.contains("Every day") && !$0.text.contains("Spin the Wheel")
      }
      terminal.type("\u{1B}\(character)")
      try await waitUntil { terminal.unreadCount == 0 }
      // Comes as the only letter after it, which a sequence would take.
      terminal.type("\u{1B}")
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("q")
      try await terminal.expectEnd()
    }
  }

  @Test("the terminal's driver takes no character of a paste")
  func paste() async throws {
    try await withProgram(.init()) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("gla")
      try await terminal.expect { $0.text.contains("save:") }
      let text = "https://a.example/\u{3}\u{4}\u{F}\u{11}\u{13}\u{16}\u{1A}\u{1C}end"
      terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
      try await terminal.expect { $0.text.contains("https://a.example/end") }
      #expect(terminal.status == nil)
    }
  }

  @Test("outside of a paste, they end the program as before", arguments: [(3, 130), (0x1C, 131)])
  func signals(byte: UInt8, code: Int32) async throws {
    try await withProgram(.init()) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type(String(Unicode.Scalar(byte)))
      try await terminal.expectEnd()
      #expect(terminal.status.map { $0 >> 8 } == code && terminal.echoes)
    }
  }

  @Test("a letter that the locale doesn't have is named once")
  func locale() async throws {
    try await withProgram(.init(), environment: ["LANG": "C"]) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      terminal.type("ü")
      try await terminal.expect { $0.text.contains("This locale has no U+00FC") }
      terminal.type("glü")
      try await terminal.expect { $0.text.contains("No saved links yet.") }
      #expect(!terminal.screen.text.contains("This locale has no"))
    }
  }

  @Test("Esc and a letter in one write are one key, whatever the delay", arguments: ["", "0", "1"])
  func alt(delay: String) async throws {
    let environment = delay.isEmpty ? [:] : ["ESCDELAY": delay]
    try await withProgram(.init(), environment: environment) { terminal in
      try await terminal.expect { $0.text.contains("Spin the Wheel") }
      // After Esc alone, q would quit.
      for _ in 0..<3 { terminal.type("\u{1B}q") }
      terminal.type("gl")
      try await terminal.expect { $0.text.contains("No saved links yet.") }
      #expect(terminal.status == nil)
    }
  }
}
