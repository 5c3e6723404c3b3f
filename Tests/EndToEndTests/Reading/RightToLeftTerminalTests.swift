import Foundation
import TestSupport
import Testing

/// Text from right to left on terminals that order it themselves, and on those that don't.
@Suite(.takesTurn)
struct RightToLeftTerminalTests {
  private static let page = "# אבג דהו\n\nזחט (12) Ray יכל.\n"
  private static let logical = ["אבג דהו", "1 minute", "", "זחט (12) Ray יכל."]
  private static let visual = ["והד גבא", "1 minute", "", ".לכי Ray (12) טחז"]
  private static let explicit = "\u{1B}[8l"
  private static let implicit = "\u{1B}[8h"

  /// Prints an article on a terminal, and returns its lines and all that the terminal got.
  private func read(
    _ environment: [String: String], settings: String = "", arguments: [String] = ["--no-pager"]
  ) async throws -> (lines: [String], bytes: String) {
    var result = (lines: [String](), bytes: "")
    try await withTemporaryHome { home in
      if !settings.isEmpty { try home.configure(settings) }
      let file = home.file("page.md")
      try Data(Self.page.utf8).write(to: file)
      try await withPseudoTerminal(
        .init(), columns: 40, arguments: ["read"] + arguments + [file.path()],
        environment: environment, in: home
      ) { terminal in
        try await terminal.expectEnd()
        result.bytes = String(decoding: terminal.screen.bytes, as: UTF8.self)
        result.lines = terminal.screen.text.split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
      }
    }
    return result
  }

  private func aligned(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : String(repeating: " ", count: 40 - $0.count) + $0 }
  }

  @Test(
    "the setting and the terminal decide who orders it",
    arguments: [
      ([:], "", true), (["VTE_VERSION": "7006"], "", true),
      (["KONSOLE_VERSION": "221203"], "", false),
      (["KONSOLE_VERSION": "221203"], "bidi: on", true), ([:], "bidi: off", false),
      (["RAYLETTE_BIDI": "off"], "bidi: on", false),
    ] as [([String: String], String, Bool)])
  func order(environment: [String: String], settings: String, isVisual: Bool) async throws {
    let (lines, bytes) = try await read(environment, settings: settings)
    #expect(Array(lines.prefix(4)) == aligned(isVisual ? Self.visual : Self.logical))
    #expect(bytes.contains(Self.explicit) == isVisual)
    #expect(bytes.contains(Self.implicit) == isVisual)
  }

  @Test("a pager shows it in explicit mode, without sequences in the text")
  func pager() async throws {
    let (lines, bytes) = try await read(["PAGER": "cat -v"], arguments: [])
    #expect(lines.count > 3 && !lines.joined().contains("[8l"))
    let start = try #require(bytes.range(of: Self.explicit))
    let end = try #require(bytes.range(of: Self.implicit))
    #expect(bytes[start.upperBound..<end.lowerBound].contains("Ray"))
  }

  @Test("screen readers and pipes get it as it's read")
  func unordered() async throws {
    let (lines, bytes) = try await read(["ACCESSIBLE": "1"])
    #expect(Array(lines.prefix(4)) == Self.logical)
    #expect(!bytes.contains(Self.explicit))
    try await withTemporaryHome { home in
      try home.configure("bidi: on")
      try Data(Self.page.utf8).write(to: home.file("page.md"))
      for forced in ["", "CLICOLOR_FORCE=1 "] {
        let run = try await CommandRun(
          shell: "\(forced)\(TerminalDriver.program) read page.md", in: home)
        let text = run.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(text == Self.logical.joined(separator: "\n") + "\n", "\(run.error)")
      }
    }
  }

  @Test("the screen is in explicit mode until the program ends")
  func screen() async throws {
    for (order, isExplicit) in [("auto", true), ("off", false)] {
      try await withTemporaryHome { home in
        try await withPseudoTerminal(.init(), environment: ["RAYLETTE_BIDI": order], in: home) {
          terminal in
          try await terminal.expect { $0.text.contains("Spin the Wheel") }
          terminal.type("q")
          try await terminal.expectEnd()
          let bytes = String(decoding: terminal.screen.bytes, as: UTF8.self)
          let start = bytes.range(of: Self.explicit)
          let end = bytes.range(of: Self.implicit)
          #expect((start != nil) == isExplicit && (end != nil) == isExplicit)
          guard let start, let end else { return }
          #expect(bytes[start.upperBound..<end.lowerBound].contains("Spin the Wheel"))
        }
      }
    }
  }
}
