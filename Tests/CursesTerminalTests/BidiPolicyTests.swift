import CursesTerminal
import TerminalGrid
import Testing

/// Who orders text from right to left on a terminal.
struct BidiPolicyTests {
  @Test(
    "terminals get text as they show it",
    arguments: [
      (["TERM": "xterm-256color"], TextOrder.visual), (["TERM": "alacritty"], .visual),
      (["TERM": "foot"], .visual), (["TERM": "linux"], .visual), ([:], .visual),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .visual),
      (["TERM": "xterm", "TERM_PROGRAM": "mintty"], .visual),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "221203"], .logical),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .logical),
      (["TERM": "mlterm"], .logical), (["TERM": "xterm", "MLTERM": "3.9.0"], .logical),
      (["TERM": "putty-256color"], .logical), (["TERM": "dumb"], .logical),
      (["TERM": "eterm-color", "INSIDE_EMACS": "28.2,term"], .logical),
      (["TERM": "xterm-kitty"], .visualWords),
      (["TERM": "xterm-kitty", "KONSOLE_VERSION": "221203"], .visualWords),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .visualWords),
      // Explicit mode doesn't reach the terminal around these.
      (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0"], .visual),
      (["TERM": "screen", "STY": "1.pts"], .visual),
      (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0", "VTE_VERSION": "7006"], .logical),
      (["TERM": "screen", "VTE_VERSION": "7006"], .logical),
      (["TERM": "tmux", "TMUX": "/tmp/t,1,0", "TERM_PROGRAM": "mintty"], .logical),
      (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0", "KITTY_WINDOW_ID": "1"], .visualWords),
      (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0", "KONSOLE_VERSION": "221203"], .logical),
    ] as [([String: String], TextOrder)])
  func order(environment: [String: String], expected: TextOrder) {
    #expect(BidiPolicy.auto.order(isAccessible: false, environment: environment) == expected)
    #expect(BidiPolicy.auto.order(isAccessible: true, environment: environment) == .logical)
    #expect(BidiPolicy.off.order(isAccessible: false, environment: environment) == .logical)
    let forced = BidiPolicy.on.order(isAccessible: true, environment: environment)
    #expect(forced == .visual)
  }
}
