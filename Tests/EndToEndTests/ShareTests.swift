import Foundation
import LinkExchange
import Subprocess
import TestSupport
import Testing

/// The share sheet in the real program, and what other programs get from it.
@Suite(.takesTurn)
struct ShareTests {
  @Test("links are shared by email, and in files that overwrite nothing")
  func activities() async throws {
    try await withServer(["/page": JourneyTests.page]) { server in
      try await withTerminal { terminal in
        let home = terminal.home
        let address = server.url("/page").absoluteString
        try home.install("xdg-open", #"printf '%s' "$1" > "$HOME/mail""#)
        try FileManager.default.createDirectory(
          at: home.file("work"), withIntermediateDirectories: true)
        try await terminal.run("export PATH=$HOME/bin; cd $HOME/work")
        try await terminal.spinUpCard(try home.wheel(server.url("/page")))
        try await terminal.press("S", "e")
        try await terminal.waitFor("✓ Handed to the mail program by xdg-open.")
        let mail = try #require(home.text("mail"))
        #expect(
          mail.hasPrefix("mailto:?subject=%E6%97%A5%E6%9C%AC%E8%AA%9E%20Crafting&".dropLast()))

        for name in ["", "-2"] {
          try await terminal.press("S", "h")
          try await terminal.waitFor("✓ Saved ~/work/日本語-crafting-interpreters\(name).html.")
        }
        let page = try #require(home.text("work/日本語-crafting-interpreters-2.html"))
        #expect(page.contains("<a href=\"\(address)\">日本語 Crafting Interpreters</a>"))
        try await terminal.press("S", "n")
        try await terminal.waitFor("interpreters.json.")
        let json = try #require(home.text("work/日本語-crafting-interpreters.json"))
        #expect(json.contains("\"siteName\":\"The Site\""))

        // Some openers exit only when the program they opened does.
        try home.install("xdg-open", "exec /bin/sleep 60")
        try await terminal.press("S", "e")
        try await terminal.waitFor("Calling the mail program. Press esc to cancel.")
        try await terminal.waitFor("✓ Handed to the mail program by xdg-open.")
        try home.install("xdg-open", "exit 3")
        try await terminal.press("S", "e")
        try await terminal.waitFor("✗ Not sent: xdg-open found no mail program.")
        try await terminal.press("Escape")
        try await terminal.waitForAbsence(of: "Copy as Markdown")
        try await terminal.press("q")
        try await terminal.waitFor("exit:0")
      }
    }
  }

  @Test("links selected in Saved are shared together, in the order of the list")
  func picked() async throws {
    try await withTerminal { terminal in
      let home = terminal.home
      let list = "- [A](https://a.org/)\n- [B](https://b.org/)\n- [C](https://c.org/)\n"
      try Data(list.utf8).write(to: home.file("links.md"))
      try await terminal.acceptCopies()
      try await terminal.run("cd; \(TerminalDriver.program) saved import links.md")
      try await terminal.waitFor("3")
      try await terminal.runProgram()
      try await terminal.waitFor("Saved 3")
      try await terminal.press("g", "l")
      try await terminal.waitFor("▌   C  ● C")
      try await terminal.press("Space", "Space", "S", "m")
      try await terminal.waitFor("✓ Copied 2 Markdown links")
      let copied = try await terminal.pasteBuffer.split(separator: "\n")
      #expect(copied.count == 2 && Set(copied).isSubset(of: list.split(separator: "\n")))
      try await terminal.press("S", "b")
      try await terminal.waitFor("✓ Saved ~/2-links.bookmarks.html.")
      let bookmarks = try #require(home.text("2-links.bookmarks.html"))
      #expect(bookmarks.hasPrefix("<!DOCTYPE NETSCAPE-Bookmark-file-1>"))
      #expect(bookmarks.components(separatedBy: "<A HREF").count == 3)
    }
  }

  static let isScanning = ChildProcess.exists(
    "zbarimg", in: ProcessInfo.processInfo.environment)

  @Test(
    "the QR code decodes back to the address", .enabled(if: isScanning, "needs zbarimg"),
    arguments: ["", "LC_ALL=C", "NO_COLOR=1", "TERM=screen"])
  func code(variable: String) async throws {
    try await withServer(["*": JourneyTests.page]) { server in
      try await withTerminal(columns: 100, rows: 50) { terminal in
        let url = server.url("/page?q=a%20b&x=%F0%9F%98%80#end")
        try await terminal.run("export \(variable)")
        try await terminal.spinUpCard(try terminal.home.wheel(url))
        try await terminal.press("S", "c")
        try await terminal.wait("the code alone to stand there") { screen in
          !screen.contains("Saved") && screen.contains("esc back")
        }
        let picture = terminal.home.file("code.pbm")
        try CodePicture(coloredScreen: try await terminal.coloredScreen).write(to: picture)
        let scan = try await Subprocess.run(
          .name("zbarimg"), arguments: ["-q", "--raw", picture.path()],
          output: .string(limit: 4096))
        #expect(scan.standardOutput == url.absoluteString + "\n")
        try await terminal.press("Escape")
        try await terminal.waitFor("The Site")
      }
    }
  }

  @Test("custom commands get each argument unsplit, and the terminal if they ask for it")
  func commands() async throws {
    let page = Answer.page("<title>--help $(touch pwned) ; 'x'</title>")
    try await withServer(["/page": page]) { server in
      try await withTerminal { terminal in
        let home = terminal.home
        try home.install("toot", #"printf '[%s]' "$@" > "$HOME/tooted""#)
        try home.install("ask", #"[ -t 0 ] && [ -t 1 ] && printf 'asks %s' "$1"; read line"#)
        try home.install("fails", "echo 'no network' >&2; exit 7")
        try home.install("stays", #"echo $$ > "$HOME/stays"; exec sleep 60"#)
        try home.configure(
          """
          share:
            - { name: Toot, command: ["\(home.file("bin/toot").path())", -m, "{title}", "x {url}"] }
            - { name: Ask me, terminal: true, command: ["\(home.file("bin/ask").path())", "{url}"] }
            - { name: Fail, command: ["\(home.file("bin/fails").path())"] }
            - { name: Stay, command: ["\(home.file("bin/stays").path())"] }
            - { name: Nowhere, command: [raylette-no-such-program] }
          """)
        let address = server.url("/page").absoluteString
        try await terminal.runProgram(try home.wheel(server.url("/page")))
        try await terminal.press("Space")
        try await terminal.waitFor("touch pwned")
        try await terminal.press("S")
        try await terminal.waitFor("1   Toot")
        try await terminal.press("1")
        try await terminal.waitFor("✓ Toot: done.")
        #expect(home.text("tooted") == "[-m][ --help $(touch pwned) ; 'x'][x \(address)]")
        try await terminal.press("S", "2")
        try await terminal.waitFor("asks \(address)")
        try await terminal.press("Enter")
        try await terminal.waitFor("✓ Ask me: done.")
        try await terminal.press("S", "3")
        try await terminal.waitFor("✗ Fail failed: no network")
        try await terminal.press("4")
        try await terminal.waitFor("Running Stay. Press esc to cancel.")
        try await terminal.wait("the command to begin") { _ in home.text("stays") != nil }
        let number = Int32(
          (home.text("stays") ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
        try await terminal.press("Escape")
        try await terminal.waitFor("Cancelled: Stay.")
        #expect(kill(try #require(number), 0) == -1)
        try await terminal.press("5")
        try await terminal.waitFor(
          "✗ Nowhere failed: there's no program raylette-no-such-program.")
        try await terminal.press("Escape")
        try await terminal.waitForAbsence(of: "Copy as Markdown")
        try await terminal.quit()
      }
    }
  }
}

/// A screen as a black-and-white picture, with four by four pixels per half cell.
struct CodePicture {
  private var rows: [[Bool]] = []

  /// - Parameter coloredScreen: text with SGR sequences. Cells without a colour are dark, as in
  ///   most terminals.
  init(coloredScreen: String) {
    for line in coloredScreen.split(separator: "\n", omittingEmptySubsequences: false) {
      var (upper, lower): ([Bool], [Bool]) = ([], [])
      var look = Look()
      var rest = line[...]
      while let character = rest.popFirst() {
        if character == "\u{1B}" {
          let sequence = rest.prefix { $0 != "m" }
          rest = rest[sequence.endIndex...].dropFirst()
          look.apply(sequence.dropFirst().split(separator: ";").compactMap { Int($0) })
        } else {
          upper.append(look.isDark(isText: false))
          lower.append(look.isDark(isText: character == "▄"))
        }
      }
      rows += [upper, lower]
    }
  }

  private struct Look {
    var foreground: Int?
    var background: Int?
    var isReversed = false

    func isDark(isText: Bool) -> Bool {
      switch isText != isReversed ? foreground ?? 7 : background ?? 0 {
      case 16, 0: true
      default: false
      }
    }

    mutating func apply(_ codes: [Int]) {
      if codes.isEmpty { self = Look() }
      var codes = codes[...]
      while let code = codes.popFirst() {
        switch code {
        case 0: self = Look()
        case 7: isReversed = true
        case 27: isReversed = false
        case 30...37: foreground = code - 30
        case 40...47: background = code - 40
        case 90...97: foreground = code - 82
        case 100...107: background = code - 92
        case 38:
          foreground = codes.dropFirst().first
          codes = codes.dropFirst(2)
        case 48:
          background = codes.dropFirst().first
          codes = codes.dropFirst(2)
        case 39: foreground = nil
        case 49: background = nil
        default: break
        }
      }
    }
  }

  func write(to file: URL) throws {
    let width = rows.map(\.count).max() ?? 0
    let lines = rows.map { row in
      let padded = row + Array(repeating: true, count: width - row.count)
      let line = padded.map { String(repeating: $0 ? "1 " : "0 ", count: 4) }.joined()
      return String(repeating: line + "\n", count: 4)
    }
    // A plain PBM (https://netpbm.sourceforge.net/doc/pbm.html).
    try Data("P1\n\(4 * width) \(4 * rows.count)\n\(lines.joined())".utf8).write(to: file)
  }
}
