import TestSupport
import Testing

/// Wide characters at the end of the last row, where terminals without `rmam` in their terminfo have
/// cells shifted by ncurses.
@Suite(.takesTurn)
struct LastRowTests {
  @Test(
    "the last row isn't shifted, which would erase half of a wide character",
    arguments: ["tmux-256color", "screen-256color", "xterm-256color"], [78, 79, 80, 81])
  func shifting(type: String, columns: Int) async throws {
    try await withTemporaryHome { home in
      try await withPseudoTerminal(
        .init(), columns: columns,
        environment: ["TERM": type, "RAYLETTE_LANGUAGE": "ja"], keepsOutput: true, in: home
      ) { terminal in
        try await terminal.expect { $0.text.contains("? ヘルプ") }
        // The list of commands and its search have other texts at the end.
        terminal.type("?")
        try await terminal.expect { !$0.text.contains("? ヘルプ") }
        terminal.type("q")
        try await terminal.expect { $0.text.contains("? ヘルプ") }
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(!output.contains("\u{1B}[1@"))
      }
    }
  }
}
