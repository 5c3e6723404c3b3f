import Foundation
import TestSupport
import Testing

/// Copying addresses to the clipboard.
@Suite(.takesTurn)
struct ClipboardTests {
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
