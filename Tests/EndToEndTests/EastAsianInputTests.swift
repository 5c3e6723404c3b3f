import Foundation
import TestSupport
import Testing

/// Japanese and Chinese text as input methods and pastes send it to the real program.
@Suite(.takesTurn)
struct EastAsianInputTests {
  private static let bookmarks = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p>
    <DT><A HREF="https://example.test/ja" ADD_DATE="1600000003" TAGS="日本語">プログラミング言語ガイド</A>
    <DT><A HREF="https://example.test/zh" ADD_DATE="1600000002">学习编程语言</A>
    <DT><A HREF="https://example.test/en" ADD_DATE="1600000001">Wheels</A>
    </DL><p>
    """

  private func withBookmarks(_ body: (TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let file = home.file("bookmarks.html")
      try Data(Self.bookmarks.utf8).write(to: file)
      let run = try await CommandRun(["saved", "import", file.path()], in: home)
      #expect(run.exitCode == 0)
      try await body(home)
    }
  }

  /// Runs the program and shows the list of the bookmarks.
  private func withList(
    _ body: (TemporaryHome, TerminalDriver) async throws -> Void
  ) async throws {
    try await withBookmarks { home in
      try await withTerminal(columns: 100, in: home) { terminal in
        try await terminal.runProgram()
        try await terminal.waitFor("Saved 3")
        try await terminal.press("g", "l")
        try await terminal.waitFor("Wheels")
        try await body(home, terminal)
      }
    }
  }

  /// Waits until the cursor is at a column.
  private func expectCursor(
    _ terminal: TerminalDriver, at column: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await terminal.wait(
      sourceLocation: sourceLocation, "the cursor in column \(column)",
      seeing: { try await terminal.property("#{cursor_x}") }
    ) { $0 == "\(column)" }
  }

  @Test("a filter is typed and pasted, and edited by whole characters of two columns")
  func filter() async throws {
    try await withList { _, terminal in
      try await terminal.press("/")
      // An input method sends a whole word at once.
      try await terminal.type("编程语言")
      try await terminal.waitFor("1 of 3")
      try await expectCursor(terminal, at: 10)
      try await terminal.press("BSpace")
      try await expectCursor(terminal, at: 8)
      try await terminal.press("Left")
      try await expectCursor(terminal, at: 6)
      try await terminal.press("DC")
      try await terminal.waitFor("/编程 ")
      try await expectCursor(terminal, at: 6)
      try await terminal.press("Home")
      try await expectCursor(terminal, at: 2)
      try await terminal.press("Right", "C-u", "C-k")
      try await expectCursor(terminal, at: 2)
      // A sound mark of its own makes one character with its kana.
      try await terminal.type("か\u{3099}いと\u{3099}")
      try await terminal.waitFor("1 of 3")
      try await expectCursor(terminal, at: 8)
      try await terminal.press("BSpace")
      try await expectCursor(terminal, at: 6)
      try await terminal.press("BSpace", "BSpace")
      try await expectCursor(terminal, at: 2)
      // So does one of half width, which has a column of its own.
      try await terminal.type("ｶﾞｲﾄﾞ")
      try await terminal.waitFor("1 of 3")
      try await expectCursor(terminal, at: 7)
      try await terminal.press("BSpace")
      try await expectCursor(terminal, at: 5)
      try await terminal.press("C-u")
      try await terminal.paste("＃日本語　がいど")
      try await terminal.waitFor("1 of 3")
      try await terminal.press("Enter")
      try await terminal.waitFor("プログラミング")
      try await terminal.waitForAbsence(of: "Wheels")
    }
  }

  @Test("tags and titles are typed and pasted")
  func changes() async throws {
    try await withList { home, terminal in
      try await terminal.press("t")
      try await terminal.waitFor("● #日本語")
      try await terminal.type("＃编程")
      try await terminal.waitFor("new tag #编程")
      // The space of an input method is the space bar.
      try await terminal.type("\u{3000}")
      try await terminal.waitFor("● #编程")
      try await terminal.paste("入門")
      try await terminal.waitFor("new tag #入門")
      try await terminal.press("Enter")
      try await terminal.waitFor("#编程")
      try await terminal.press("E")
      try await terminal.waitFor("title:")
      try await terminal.press("C-u")
      try await terminal.type("日本語の")
      try await terminal.paste("題名")
      try await terminal.press("Enter")
      try await terminal.waitFor("address:")
      try await terminal.press("Enter")
      try await terminal.waitForAbsence(of: "プログラミング")
      try await terminal.quit()
      let run = try await CommandRun(["saved", "list", "題名"], in: home)
      #expect(
        run.output == "https://example.test/ja\t日本語の題名\t#日本語 #编程 #入門\n")
    }
  }

  @Test("a character that arrives byte by byte is one, in keys and in a paste")
  func split() async throws {
    try await withBookmarks { home in
      try await withPseudoTerminal(.init(answers: false), columns: 100, in: home) { terminal in
        try await terminal.expect { $0.text.contains("Saved 3") }
        terminal.type("gl/")
        try await terminal.expect { $0.text.contains("3 of 3") }
        try await terminal.typeSlowly("编程".utf8)
        try await terminal.expect { $0.text.contains("1 of 3") }
        // The rest isn't lost after bytes that are no character.
        try await terminal.typeSlowly([0x15, 0xE8, 0xAF] + Array("x".utf8) + [0x7F, 0xA0, 0xFF])
        try await terminal.typeSlowly("学习".utf8)
        try await terminal.expect { $0.text.contains("1 of 3") }
        terminal.type("\u{15}zz")
        try await terminal.expect { $0.text.contains("0 of 3") }
        terminal.type("\u{15}")
        terminal.type("\u{1B}[200~")
        try await terminal.typeSlowly("がいど".utf8)
        terminal.type("\u{1B}[201~")
        try await terminal.expect { $0.text.contains("1 of 3") }
        terminal.type("\u{7}q")
        try await terminal.expectEnd()
      }
    }
  }

  @Test("the program sorts titles in the reader's order, and a command in the same for all readers")
  func order() async throws {
    try await withTemporaryHome { home in
      let file = home.file("bookmarks.txt")
      let titles = ["上海", "北京", "阿", "Zebra", "Äpfel"]
      let lines = titles.enumerated().map {
        "{\"url\": \"https://example.test/\($0.offset)\", \"title\": \"\($0.element)\"}\n"
      }
      try Data(lines.joined().utf8).write(to: file)
      #expect(
        try await CommandRun(["saved", "import", "--format", "jsonl", file.path()], in: home)
          .exitCode == 0)
      var outputs: Set<String> = []
      for language in ["en", "zh_CN", "ja"] {
        for option in ["", "--json"] {
          let run = try await CommandRun(
            "LANGUAGE=\(language) saved list --sort title \(option)", in: home)
          outputs.insert(run.output)
        }
      }
      #expect(outputs.count == 2)
      let text = outputs.first { !$0.hasPrefix("{") } ?? ""
      #expect(
        text.split(separator: "\n").map { $0.split(separator: "\t").last ?? "" }
          == ["Zebra", "Äpfel", "上海", "北京", "阿"])
      try await withTerminal(in: home) { terminal in
        try await terminal.run("clear; LANGUAGE=zh_CN \(TerminalDriver.program)")
        try await terminal.waitFor(" 5")
        try await terminal.press("g", "l")
        try await terminal.waitFor("Zebra")
        try await terminal.press(",", "t")
        try await terminal.wait("titles by Pinyin") { screen in
          let lines = screen.split(separator: "\n")
          let order = ["阿", "北京", "上海", "Äpfel", "Zebra"].map { title in
            lines.firstIndex { $0.contains("E  ● \(title)") }
          }
          return !order.contains(nil)
            && order.compactMap(\.self) == order.compactMap(\.self).sorted()
        }
      }
    }
  }
}
