import Foundation
import TestSupport
import Testing

@testable import RayletteApp

/// `raylette read` in a terminal: the styles of the reader, and the pager.
@Suite(.takesTurn)
struct PagedArticleTests {
  private static let page = """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Rays and spheres</title></head>
    <body><article><h1>Rays and spheres</h1><p>\(ArticlePages.sentence)</p>
    <p>See <a href="https://example.org/next">the next part</a>. \(ArticlePages.sentence)</p>
    <pre><code>let ray = Ray(from: camera, to: sphere)  // and a comment</code></pre>
    </article></body></html>
    """

  /// Runs the command on a terminal.
  /// - Parameter programs: Shell scripts by their names, which are first in `PATH`.
  private func withRead(
    _ arguments: String..., columns: Int = 80, programs: [String: String] = [:],
    environment: [String: String] = [:], files: [String: String] = [:],
    _ body: (PseudoTerminal, TemporaryHome) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let folder = home.file("bin")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, script) in programs {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: home.file("script"))
        // A program that this process had open can't be started while another test forks.
        _ = try await CommandRun(shell: "cp script bin/\(name) && chmod +x bin/\(name)", in: home)
      }
      for (name, text) in files {
        let file = home.file(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      try Data(Self.page.utf8).write(to: home.file("page.html"))
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let variables = ["PATH": "\(folder.path()):\(path)"].merging(environment) { $1 }
      try await withPseudoTerminal(
        .init(), columns: columns,
        arguments: ["read"] + arguments + [home.file("page.html").path()],
        environment: variables, in: home
      ) { try await body($0, home) }
    }
  }

  /// A less of some version, which shows everything at once.
  private static func less(_ version: String) -> String {
    """
    if [ "$1" = --version ]; then echo "less \(version) (some words)"; exit; fi
    echo "less: $* LESS=$LESS"; cat
    """
  }

  private static func links(on screen: TerminalEmulator) -> [[String]] {
    screen.cells.compactMap { row in
      let linked = row.filter { $0.link != nil }
      return linked.first?.link.map { [linked.map(\.text).joined(), $0] }
    }
  }

  @Test(
    "the article goes through less with its styles, and with its links from version 581 on",
    arguments: [("590", true), ("581.2", true), ("551", false), ("x", false)])
  func less(version: String, hasLinks: Bool) async throws {
    try await withRead(programs: ["less": Self.less(version)]) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      #expect(terminal.status == 0 && screen.text.contains("less: -R LESS=FRX"), "\(screen.text)")
      let title = try #require(screen.cells.first { $0.prefix(4).map(\.text).joined() == "Rays" })
      #expect(title[0].style.attributes == [1])
      let link = ["the next part", "https://example.org/next"]
      #expect(Self.links(on: screen) == (hasLinks ? [link] : []))
      #expect(screen.text.contains("See the next part. A ray"))
    }
  }

  @Test(
    "PAGER is split into words, and no shell sees it",
    arguments: [
      ("show -a 'two words' \"$HOME\"", [:], "[-a][two words][$HOME] LESS=FRX"),
      ("show", ["LESS": "-i"], " LESS=-i"), ("show", ["LESS": ""], " LESS="),
    ] as [(String, [String: String], String)])
  func words(pager: String, environment: [String: String], shown: String) async throws {
    let script = #"for word; do printf "[%s]" "$word"; done; echo " LESS=$LESS"; cat"#
    try await withRead(
      programs: ["show": script], environment: environment.merging(["PAGER": pager]) { $1 }
    ) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      #expect(screen.text.hasPrefix(shown), "\(screen.text)")
      // A program that isn't known may show the addresses as text.
      #expect(screen.text.contains("Rays and spheres") && Self.links(on: screen).isEmpty)
    }
  }

  @Test("--no-pager prints the same at once", arguments: ["--no-pager", "--no-pager --width=40"])
  func unpaged(options: String) async throws {
    let options = options.split(separator: " ").map(String.init)
    try await withRead(options[0], options.last ?? "", environment: ["PAGER": "false"]) {
      terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      #expect(screen.text.hasPrefix("Rays and spheres\n") && terminal.status == 0)
      #expect(Self.links(on: screen).map(\.[1]) == ["https://example.org/next"])
      let prose = screen.text.split(separator: "\n").filter { !$0.contains("let ray") }
      #expect(prose.allSatisfy { $0.count <= (options.count > 1 ? 40 : 76) })
      // Code that's too long is whole.
      #expect(screen.text.contains("camera, to: sphere)  // and a comment"))
    }
  }

  @Test(
    "lines are as wide as in the reader, or as the terminal",
    arguments: [(80, nil, 76), (80, 48, 48), (50, nil, 50), (50, 48, 48), (80, 9, 76)]
      as [(Int, Int?, Int)])
  func width(columns: Int, chosen: Int?, expected: Int) async throws {
    var session = RayletteApp.Session()
    session.readerWidth = chosen ?? session.readerWidth
    let text = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
    let files = [".local/state/raylette/session.json": text]
    try await withRead("--no-pager", columns: columns, files: files) { terminal, _ in
      try await terminal.expectEnd()
      let lines = terminal.screen.text.split(separator: "\n").filter { !$0.contains("//") }
      let longest = lines.map(\.count).max() ?? 0
      #expect((expected - 12...expected).contains(longest), "\(longest)")
    }
  }

  @Test("a pager that isn't there is one line, and the article is printed")
  func missing() async throws {
    try await withRead(environment: ["PAGER": "no-such-pager -x"]) { terminal, _ in
      try await terminal.expectEnd()
      let lines = terminal.screen.text.split(separator: "\n")
      #expect(
        lines.first
          == "raylette: can't start the pager no-such-pager; set PAGER, or use --no-pager")
      #expect(lines.dropFirst().first == "Rays and spheres" && terminal.status == 0)
    }
  }

  @Test("Ctrl-C is for the pager, and what the pager ends with isn't an error")
  func interrupted() async throws {
    let script = """
      trap 'echo caught' INT
      head -n 1; echo started; read line </dev/tty; read line </dev/tty; echo "ended $line"; exit 3
      """
    try await withRead(programs: ["less": script]) { terminal, _ in
      try await terminal.expect { $0.text.contains("started") }
      terminal.type("\u{3}")
      try await terminal.expect { $0.text.contains("caught") }
      #expect(terminal.status == nil)
      terminal.type("x\ny\nz\n")
      try await terminal.expectEnd()
      #expect(terminal.screen.text.contains("ended") && terminal.status == 0)
    }
  }

  @Test("NO_COLOR leaves attributes, and a dumb terminal gets nothing but text")
  func colors() async throws {
    try await withRead("--no-pager", environment: ["NO_COLOR": "1"]) { terminal, _ in
      try await terminal.expectEnd()
      let cells = terminal.screen.cells.joined()
      #expect(cells.contains { $0.style.attributes.contains(1) })
      #expect(cells.allSatisfy { $0.style.foreground.isEmpty && $0.style.background.isEmpty })
    }
    let script = "echo paged; cat"
    try await withRead(programs: ["less": script], environment: ["TERM": "dumb"]) { terminal, _ in
      try await terminal.expectEnd()
      #expect(terminal.screen.text.hasPrefix("Rays and spheres\n"))
      #expect(!terminal.screen.bytes.contains(0x1B))
    }
  }

  @Test("screen readers get words at once; the pager is there on request")
  func accessible() async throws {
    let programs = ["less": "echo paged; cat"]
    let environment = ["ACCESSIBLE": "1"]
    try await withRead(programs: programs, environment: environment) { terminal, _ in
      try await terminal.expectEnd()
      #expect(terminal.screen.text.hasPrefix("Rays and spheres\n"))
    }
    try await withRead("--pager", programs: programs, environment: environment) { terminal, _ in
      try await terminal.expectEnd()
      #expect(terminal.screen.text.hasPrefix("paged\n"))
    }
  }

  @Test(
    "--text and --markdown are paged on request only",
    arguments: [
      (["--text"], false), (["--markdown", "--pager"], true), (["--text", "--pager"], true),
    ])
  func otherFormats(options: [String], isPaged: Bool) async throws {
    try await withRead(
      options[0], options.last ?? "", programs: ["less": "echo paged; cat"]
    ) { terminal, _ in
      try await terminal.expectEnd()
      let screen = terminal.screen
      #expect(screen.text.hasPrefix("paged\n") == isPaged, "\(screen.text)")
      #expect(!screen.bytes.contains(0x1B) && screen.text.contains("the next part"))
    }
  }

  @Test("a broken config file is told before anything is read")
  func configuration() async throws {
    try await withRead(files: [".config/raylette/config.yml": "them: dark"]) { terminal, _ in
      try await terminal.expectEnd()
      #expect(terminal.status == 2 << 8 && terminal.screen.text.contains("config.yml:1:1: "))
    }
  }

  @Test("a pipe gets plain lines, unless CLICOLOR_FORCE asks for colours")
  func pipe() async throws {
    try await withTemporaryHome { home in
      try Data(Self.page.utf8).write(to: home.file("page.html"))
      let plain = try await CommandRun("PAGER=false read ~/page.html", in: home)
      #expect(plain.output.hasPrefix("Rays and spheres\n") && !plain.output.contains("\u{1B}"))
      let colored = try await CommandRun(
        "CLICOLOR_FORCE=1 TERM=xterm-256color read ~/page.html", in: home)
      #expect(colored.output.hasPrefix("\u{1B}[0;1mRays and spheres\u{1B}[0m\n"))
      #expect(!colored.output.contains("\u{1B}]8;"))
    }
  }
}
