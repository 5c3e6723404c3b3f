import Testing

@testable import CursesTerminal

struct DirectColorTests {
  @Test(
    "a terminal type's variants with direct colours",
    arguments: [
      ("xterm-256color", ["xterm-direct"]), ("tmux-256color", ["tmux-direct"]),
      ("alacritty", ["alacritty-direct"]),
      ("xterm-kitty", ["xterm-kitty-direct", "kitty-direct"]),
      ("xterm-direct", []), ("", []),
    ])
  func variants(term: String, variants: [String]) {
    #expect(DirectColor.variants(of: term) == variants)
  }

  @Test("without COLORTERM, the type stays as it is")
  func needsPromise() {
    #expect(DirectColor.type(term: "xterm-256color", colorTerm: "") == nil)
    #expect(DirectColor.type(term: "xterm-256color", colorTerm: "yes") == nil)
  }
}
